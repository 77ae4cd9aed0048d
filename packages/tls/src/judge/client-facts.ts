import type { ClientFacts, SctFact } from '@notafter/domain';
import type { Certificate } from '../x509/certificate.ts';
import { readEmbeddedTimestamps } from '../x509/signed-timestamps.ts';
import type { ChainVerdict } from './verify-chain.ts';

/** The part that clients read in the certificate itself. */
export type OwnClientFacts = Omit<ClientFacts, 'paths'>;

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

export const readOwnClientFacts = ({ extensions }: Certificate): OwnClientFacts => ({
  scts: readEmbeddedTimestamps(extensions.reader('signedTimestamps')),
  clientAuth: extensions.extendedKeyUsage?.includes(CLIENT_AUTH) ?? false,
});

/** Below a private anchor no client asks for any of this. */
const notPublic: ClientFacts = { paths: [], scts: [], clientAuth: false };

/** `sent` are the SCTs of the handshake; null if it had none. */
export const clientFactsOf = (
  { trustPaths }: Pick<ChainVerdict, 'trustPaths'>,
  readOwn: () => OwnClientFacts,
  sent: readonly SctFact[] | null,
): ClientFacts => {
  if (trustPaths.length === 0) return notPublic;
  const own = readOwn();
  return { paths: trustPaths, scts: sent === null ? own.scts : [...own.scts, ...sent], clientAuth: own.clientAuth };
};

/** Returns the facts of a verified chain without its handshake. */
export const clientFactsOfChain = (verdict: ChainVerdict): ClientFacts => {
  const [leaf] = verdict.path;
  return leaf === undefined ? notPublic : clientFactsOf(verdict, () => readOwnClientFacts(leaf), null);
};
