import type { ProbeTarget, ScannedProtocol } from '@notafter/domain';
import { type ChainJudge, certificateFacts, type Scanned } from '@notafter/tls';
import { type Report, reportOf } from '../check/report.ts';

const notProven = {
  status: 'not_checked',
  source: null,
  detail: "The server did not finish a handshake, so it did not prove that it holds the certificate's key.",
  checkedAt: null,
} as const;

const newest = (protocols: readonly ScannedProtocol[]): ScannedProtocol | undefined => protocols.at(-1);

export interface ChainQuestion {
  readonly scanned: Scanned;
  readonly target: ProbeTarget;
  readonly now: Date;
}

/** Reports on a chain that a scan saw in the clear. Returns null if it saw none that can be parsed. */
export const chainReport = (judge: ChainJudge, { scanned, target, now }: ChainQuestion): Report | null => {
  const chain = judge.readChain(scanned.chain);
  const protocol = newest(scanned.facts.protocols);
  if (chain === undefined || chain[0].unreadable !== null || protocol === undefined) return null;
  const { reasons, findings, root } = judge.verifyChain({ chain, host: target.servername ?? target.host, now });
  const [leaf, ...issuers] = chain;
  const isSent = chain.some(({ sha256 }) => sha256 === root?.sha256);
  const observation = {
    kind: 'served',
    target,
    address: scanned.address,
    chain: [certificateFacts(leaf), ...issuers.map(certificateFacts)],
    root: root === null || isSent ? null : certificateFacts(root),
    reasons,
    warnings: [],
    revocation: notProven,
    protocol: protocol.version,
    cipher: protocol.suites[0] ?? '',
    handshakeMs: 0,
  } as const;
  return reportOf({ observation, findings }, now);
};
