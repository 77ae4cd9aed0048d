import { protocolLabels, type ScanFacts, suiteTraits, type VerdictWarning } from '@notafter/domain';
import type { Statement } from '../verdict/statement.ts';

const MAX_NAMED = 3;

const listed = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** NULL, export, anonymous and single DES suites, RC4 (RFC 7465), and 3DES and other 64-bit block ciphers (RFC 8429). */
const isWeak = (name: string): boolean => {
  const traits = suiteTraits(name);
  return traits !== null && (traits.bits < 112 || traits.isAnonymous || traits.isRc4 || traits.has64BitBlock);
};

/** Returns warnings on everything a server accepts; one handshake shows only what it chose. */
export const offerWarnings = ({ protocols }: ScanFacts): Statement<VerdictWarning>[] => {
  const found: Statement<VerdictWarning>[] = [];
  const old = protocols.filter(({ version }) => version !== 'TLSv1.2' && version !== 'TLSv1.3');
  if (old.length > 0) {
    const versions = listed(old.map(({ version }) => protocolLabels[version]));
    found.push({ code: 'old_protocol', text: `The server accepts ${versions}.`, fix: 'Offer TLS 1.2 and 1.3 only.' });
  }
  const suites = [...new Set(protocols.flatMap((protocol) => protocol.suites))];
  const weak = suites.filter(isWeak);
  if (weak.length > 0) {
    found.push({ code: 'weak_cipher', text: `The server accepts weak cipher suites: ${listed(weak)}.`, fix: 'Disable them.' });
  }
  if (suites.length > 0 && suites.every((name) => suiteTraits(name)?.isForwardSecret === false)) {
    const text = "No cipher suite has forward secrecy: recorded traffic can be decrypted later with the server's key.";
    found.push({ code: 'no_forward_secrecy', text, fix: 'Enable ECDHE suites.' });
  }
  return found;
};
