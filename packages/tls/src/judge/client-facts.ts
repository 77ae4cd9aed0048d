import type { ClientFacts, SctFact } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import type { Certificate } from '../x509/certificate.ts';
import { readEmbeddedTimestamps } from '../x509/signed-timestamps.ts';
import { createTimestampJudge, type TimestampJudge } from '../x509/timestamp-signatures.ts';
import type { ChainVerdict } from './verify-chain.ts';

/** The part that clients read in the certificate itself. */
export type OwnClientFacts = Omit<ClientFacts, 'paths'>;

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Checks the signatures of the SCTs if `timestamps` judges them. */
export const readOwnClientFacts = (
  leaf: Certificate,
  issuer: Certificate | undefined,
  timestamps: TimestampJudge | null,
): OwnClientFacts => {
  const { extensions } = leaf;
  const read = readEmbeddedTimestamps(extensions.reader('signedTimestamps'));
  return {
    scts: timestamps === null ? read.map(({ fact }) => fact) : timestamps.judge(read, leaf, issuer),
    clientAuth: extensions.extendedKeyUsage?.includes(CLIENT_AUTH) ?? false,
  };
};

/** Below a private anchor no client asks for any of this. */
const notPublic: ClientFacts = { paths: [], scts: [], clientAuth: false };

/** `readSent` returns the SCTs of the handshake; null if it had none. */
export const clientFactsOf = (
  { trustPaths }: Pick<ChainVerdict, 'trustPaths'>,
  readOwn: () => OwnClientFacts,
  readSent: () => readonly SctFact[] | null,
): ClientFacts => {
  if (trustPaths.length === 0) return notPublic;
  const own = readOwn();
  const sent = readSent();
  return { paths: trustPaths, scts: sent === null ? own.scts : [...own.scts, ...sent], clientAuth: own.clientAuth };
};

/** Returns the facts of a verified chain without its handshake, by the keys of logs in the built-in table. */
export const clientFactsOfChain = (verdict: ChainVerdict): ClientFacts => {
  const [leaf, issuer] = verdict.path;
  if (leaf === undefined) return notPublic;
  const timestamps = createTimestampJudge(clientTable.ctLogs.keys);
  return clientFactsOf(
    verdict,
    () => readOwnClientFacts(leaf, issuer, timestamps),
    () => null,
  );
};
