import { firstOf, isWeakSuite, lacksForwardSecrecy, protocolLabels, type ScanFacts, type VerdictWarning } from '@notafter/domain';
import type { Statement } from '../verdict/statement.ts';

const MAX_NAMED = 3;

/** Returns warnings on everything a server accepts; one handshake shows only what it chose. */
export const offerWarnings = ({ protocols }: ScanFacts): Statement<VerdictWarning>[] => {
  const found: Statement<VerdictWarning>[] = [];
  const old = protocols.filter(({ version }) => version !== 'TLSv1.2' && version !== 'TLSv1.3');
  if (old.length > 0) {
    const versions = firstOf(
      old.map(({ version }) => protocolLabels[version]),
      MAX_NAMED,
    );
    found.push({ code: 'old_protocol', text: `The server accepts ${versions}.`, fix: 'Offer TLS 1.2 and 1.3 only.' });
  }
  const suites = [...new Set(protocols.flatMap((protocol) => protocol.suites))];
  const weak = suites.filter(isWeakSuite);
  if (weak.length > 0) {
    found.push({ code: 'weak_cipher', text: `The server accepts weak cipher suites: ${firstOf(weak, MAX_NAMED)}.`, fix: 'Disable them.' });
  }
  if (suites.length > 0 && suites.every(lacksForwardSecrecy)) {
    const text = "No cipher suite has forward secrecy: recorded traffic can be decrypted later with the server's key.";
    found.push({ code: 'no_forward_secrecy', text, fix: 'Enable ECDHE suites.' });
  }
  return found;
};
