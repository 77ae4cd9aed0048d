import { ADDRESSES_MAX, type AddressProbe, type ProbeTarget, type ReportedAddress, type UnreachableObservation } from '@notafter/domain';
import type { TrustStore } from '../judge/trust-store.ts';
import { safeText } from '../safe-text.ts';
import { seenAt, setOf } from './address-probe.ts';
import type { Observer, ServedEndpoint } from './observe.ts';
import { unreachableAfter } from './unreachable.ts';

type Reported = ServedEndpoint | UnreachableObservation;

export interface ReportJudgeOptions {
  readonly observer: Observer;
  readonly crlWaitMs: number;
  /** Adds the missing issuer, if the verdict lacks one. */
  readonly explain: (served: ServedEndpoint, anchors: TrustStore | undefined) => ServedEndpoint | Promise<ServedEndpoint>;
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Creates the second half of a check for what another program saw: the same verdict as for a handshake of our own. The report is a
 * stranger's word: its texts are cleaned, and its certificates are read like a server's.
 */
export const createReportJudge = ({ observer, crlWaitMs, explain }: ReportJudgeOptions) => {
  const judge = async (target: ProbeTarget, reported: ReportedAddress, anchors: TrustStore | undefined): Promise<Reported> => {
    if (reported.kind === 'unreachable') return { ...reported, target, detail: safeText(reported.detail) };
    const { address, handshakeMs, ocspStaple, signedTimestamps, ...facts } = reported;
    const [leaf, ...rest] = reported.chain.map(buffer);
    const chain = leaf === undefined ? undefined : observer.read([leaf, ...rest])?.chain;
    if (leaf === undefined || chain === undefined) return unreachableAfter(target, address, { kind: 'unreadable' });
    const served = await observer.observe({
      target,
      host: target.servername ?? target.host,
      address: safeText(address),
      chain,
      handshake: {
        ...facts,
        chain: [leaf, ...rest],
        protocol: safeText(facts.protocol),
        cipher: safeText(facts.cipher),
        ocspStaple: ocspStaple === null ? null : buffer(ocspStaple),
        signedTimestamps: signedTimestamps === null ? null : buffer(signedTimestamps),
        alpn: null,
      },
      handshakeMs,
      crlWaitMs,
      anchors,
      checksScts: () => true,
    });
    return explain(served, anchors);
  };

  return async (
    target: ProbeTarget,
    reported: readonly ReportedAddress[],
    anchors: TrustStore | undefined,
  ): Promise<{ readonly observation: Reported; readonly addresses: AddressProbe | null }> => {
    const [own, ...others] = reported.slice(0, ADDRESSES_MAX);
    if (own === undefined) throw new RangeError('A report has at least one address.');
    const observation = await judge(target, own, anchors);
    const seen = [];
    for (const other of others) if (other.address !== null) seen.push(seenAt(other.address, await judge(target, other, anchors)));
    if (own.address === null) return { observation, addresses: null };
    const all = [seenAt(own.address, observation), ...seen];
    const group = own.kind === 'served' ? own.group : null;
    return { observation, addresses: { set: setOf(all.map(({ address }) => address)), seen: all, group } };
  };
};
