import { protocolLabels, type ScanFacts, suiteTraits, type VerdictWarning } from '@notafter/domain';
import type { Statement } from '../verdict/statement.ts';

const MAX_NAMED = 3;

const listed = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** NULL, export, anonymous and single DES suites, RC4 (RFC 7465), and 3DES and others with blocks of 64 bits (RFC 8429). */
const isWeak = (name: string): boolean => {
  const traits = suiteTraits(name);
  return traits !== null && (traits.bits < 112 || traits.isAnonymous || traits.isRc4 || traits.has64BitBlock);
};

/** Returns what deserves attention about everything that a server takes, where one handshake shows only what it chose. */
export const offerWarnings = ({ protocols }: ScanFacts): Statement<VerdictWarning>[] => {
  const found: Statement<VerdictWarning>[] = [];
  const old = protocols.filter(({ version }) => version !== 'TLSv1.2' && version !== 'TLSv1.3');
  if (old.length > 0) {
    const versions = listed(old.map(({ version }) => protocolLabels[version]));
    found.push({ code: 'old_protocol', text: `The server takes ${versions}.`, fix: 'Offer TLS 1.2 and 1.3 only.' });
  }
  const suites = [...new Set(protocols.flatMap((protocol) => protocol.suites))];
  const weak = suites.filter(isWeak);
  if (weak.length > 0) {
    found.push({ code: 'weak_cipher', text: `The server takes weak cipher suites: ${listed(weak)}.`, fix: 'Switch them off.' });
  }
  if (suites.length > 0 && suites.every((name) => suiteTraits(name)?.isForwardSecret === false)) {
    const text = 'None of its cipher suites has forward secrecy: recorded traffic can be read with the key later.';
    found.push({ code: 'no_forward_secrecy', text, fix: 'Offer ECDHE suites.' });
  }
  return found;
};
