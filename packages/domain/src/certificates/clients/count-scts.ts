import { DAY_MS, SECOND_MS } from '../../time.ts';
import type { SctFact } from './client-facts.ts';
import type { CtLog, LogTable, SctPolicy } from './client-rules.ts';

/** `enough` under the policy; `unlisted`: only if logs count that the table does not list; otherwise what is missing. */
export type SctCount =
  | { readonly kind: 'enough' }
  | { readonly kind: 'unlisted'; readonly unlisted: number }
  | { readonly kind: 'missing'; readonly scts: number; readonly operators: number; readonly needed: number };

interface Counted {
  readonly log: string;
  readonly operator: string;
  /** Accepts SCTs now, rather than those from before it was retired. */
  readonly isUsable: boolean;
}

interface Lists {
  readonly listed: readonly Counted[];
  /** Of logs that the table does not list for this client: each counts as a usable log of a separate operator. */
  readonly unlisted: readonly Counted[];
}

const listsOf = (scts: readonly SctFact[], list: SctPolicy['list'], logs: ReadonlyMap<string, CtLog>, earliest: number): Lists => {
  const listed = new Map<string, Counted>();
  const unlisted = new Map<string, Counted>();
  for (const { log } of scts) {
    const known = logs.get(log);
    const state = known?.[list];
    if (known === undefined || state === undefined) unlisted.set(log, { log, operator: `unlisted ${log}`, isUsable: true });
    else if (state === 'usable') listed.set(log, { log, operator: known.operator, isUsable: true });
    // Chrome compares the earliest of all SCTs with the retirement.
    else if (earliest < Date.parse(state)) listed.set(log, { log, operator: known.operator, isUsable: false });
  }
  return { listed: [...listed.values()], unlisted: [...unlisted.values()] };
};

const operatorsOf = (counted: readonly Counted[]): number => new Set(counted.map(({ operator }) => operator)).size;

/** Each log once, and of one operator at most `perOperator`. */
const countOf = (counted: readonly Counted[], perOperator: number | null): number => {
  const byOperator = new Map<string, number>();
  for (const { operator } of counted) byOperator.set(operator, (byOperator.get(operator) ?? 0) + 1);
  return [...byOperator.values()].reduce((sum, count) => sum + Math.min(count, perOperator ?? count), 0);
};

interface Demand {
  readonly scts: number;
  readonly perOperator: number | null;
  readonly operators: number;
}

const meets = (counted: readonly Counted[], { scts, perOperator, operators }: Demand): boolean =>
  countOf(counted, perOperator) >= scts && operatorsOf(counted) >= operators && counted.some(({ isUsable }) => isUsable);

const lifetimeDays = (notBefore: Date, notAfter: Date, countsLastSecond: boolean): number =>
  (notAfter.getTime() - notBefore.getTime() + (countsLastSecond ? SECOND_MS : 0)) / DAY_MS;

/** Returns the number of embedded SCTs that a certificate of these dates needs. */
const demandOf = (policy: SctPolicy, notBefore: Date, notAfter: Date): Demand => {
  const days = lifetimeDays(notBefore, notAfter, policy.countsLastSecond);
  const band = policy.embedded.find(({ upToDays }) => upToDays === null || days <= upToDays) ?? policy.embedded.at(-1);
  return { scts: band?.scts ?? 0, perOperator: band?.perOperator ?? null, operators: policy.operators };
};

/** Counts a certificate's SCTs by a client's policy, first those in the certificate, then those of the handshake. */
export const countScts = (
  policy: SctPolicy,
  { logs }: LogTable,
  { notBefore, notAfter, scts }: { readonly notBefore: Date; readonly notAfter: Date; readonly scts: readonly SctFact[] },
): SctCount => {
  const known = new Map(logs.map((log) => [log.id, log]));
  const earliest = Math.min(...scts.map(({ at }) => Date.parse(at)));
  const { delivered } = policy;
  const sent = scts.filter(({ by }) => by === 'tls' || (by === 'ocsp' && delivered.ocsp));
  const embedded = listsOf(
    scts.filter(({ by }) => by === 'embedded'),
    policy.list,
    known,
    earliest,
  );
  const withHandshake = listsOf(
    delivered.countsEmbedded ? scts.filter(({ by }) => by === 'embedded').concat(sent) : sent,
    policy.list,
    known,
    earliest,
  );
  const demand = demandOf(policy, notBefore, notAfter);
  const deliveredDemand = { scts: delivered.scts, perOperator: null, operators: policy.operators };
  const onlyUsable = ({ isUsable }: Counted): boolean => isUsable;
  const passes = (withUnlisted: boolean): boolean => {
    const all = ({ listed, unlisted }: Lists): readonly Counted[] => (withUnlisted ? [...listed, ...unlisted] : listed);
    return meets(all(embedded), demand) || (sent.length > 0 && meets(all(withHandshake).filter(onlyUsable), deliveredDemand));
  };
  if (passes(false)) return { kind: 'enough' };
  if (passes(true))
    return { kind: 'unlisted', unlisted: new Set([...embedded.unlisted, ...withHandshake.unlisted].map(({ log }) => log)).size };
  const counted = embedded.listed.length >= withHandshake.listed.length ? embedded.listed : withHandshake.listed;
  return { kind: 'missing', scts: counted.length, operators: operatorsOf(counted), needed: demand.scts };
};
