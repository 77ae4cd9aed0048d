import { type VerdictReason, verdictReasons } from '@notafter/domain';
import { type ChainFault, chainFaults } from './chain-faults.ts';
import { type BuiltChain, buildChain, plainPlan } from './chain-plan.ts';
import { chainVariants } from './chain-variants.ts';
import type { KeyKind } from './keys.ts';

/** A generated chain with its expected verdict. */
export interface SampleChain extends BuiltChain {
  readonly name: string;
  /** Names of `chainFaults`; empty for a valid chain. */
  readonly faults: readonly string[];
  readonly expected: readonly VerdictReason[];
}

const keyKinds: readonly KeyKind[] = ['P-256', 'RSA-2048', 'P-384', 'Ed25519'];
/** A SHA-1 or MD5 signature needs a key that signs with a separate hash. */
const hashingKinds: readonly KeyKind[] = ['P-256', 'RSA-2048', 'P-384'];

/** Whether the second fault hides or undoes the first. */
const isHiddenBy = (a: ChainFault, b: ChainFault): boolean =>
  // Without its issuer, revocation cannot be checked, and a lone certificate can be a CA's.
  (b.part === 'end' && (a.group === 'revoked' || (b.reason === 'self_signed' && a.name === "leaf is a CA's"))) ||
  // Both change the same extensions.
  (a.group === 'form' && b.group === 'purpose') ||
  // A CRL revokes the serial number that a plan assigns by default.
  (a.name.startsWith('serial number') && b.name === 'leaf revoked') ||
  (a.name === 'common name only' && b.group === 'constraint');

const fitTogether = (a: ChainFault, b: ChainFault): boolean =>
  a.group !== b.group && a.reason !== b.reason && (a.part === 'leaf' || b.part === 'leaf') && !isHiddenBy(a, b) && !isHiddenBy(b, a);

/** `count` lists of faults: each reason alone, then pairs, always one with the rarest reason so far. */
const faultLists = (count: number): (readonly ChainFault[])[] => {
  const lists: (readonly ChainFault[])[] = [];
  const seen = new Map<VerdictReason, number>(verdictReasons.map((reason) => [reason, 0]));
  const add = (faults: readonly ChainFault[]): void => {
    lists.push(faults);
    for (const { reason } of faults) seen.set(reason, (seen.get(reason) ?? 0) + 1);
  };
  for (const fault of chainFaults) add([fault]);
  for (let turn = 0; lists.length < count * 0.5; turn += 1) {
    const reason = verdictReasons[turn % verdictReasons.length];
    const own = chainFaults.filter((each) => each.reason === reason);
    const fault = own[Math.floor(turn / verdictReasons.length) % own.length];
    if (fault !== undefined) add([fault]);
  }
  const pairs = chainFaults.flatMap((a, index) => chainFaults.slice(index + 1).flatMap((b) => (fitTogether(a, b) ? [[a, b]] : [])));
  while (lists.length < count) {
    const rarest = verdictReasons.toSorted((a, b) => (seen.get(a) ?? 0) - (seen.get(b) ?? 0))[0];
    const fitting = pairs.filter((pair) => pair.some(({ reason }) => reason === rarest));
    // A prime step, so that all pairs occur.
    const [pair] = fitting.splice((lists.length * 37) % Math.max(1, fitting.length), 1);
    if (pair === undefined) break;
    pairs.splice(pairs.indexOf(pair), 1);
    add(pair);
  }
  return lists;
};

const faultySample = (faults: readonly ChainFault[], number: number): SampleChain => {
  const kinds = faults.some(({ group }) => group === 'strength') ? hashingKinds : keyKinds;
  const kind = kinds[number % kinds.length] ?? 'P-256';
  const plan = faults.reduce((made, { apply }) => apply(made), plainPlan(kind, 1 + (number % 3)));
  const names = faults.map(({ name }) => name);
  return {
    ...buildChain(plan, number),
    name: `${number} ${kind} ${names.join(' + ')}`,
    faults: names,
    expected: [...new Set(faults.map(({ reason }) => reason))],
  };
};

/** Generated chains, the same kinds each time: half of them valid, a quarter with one fault, a quarter with two. */
export const sampleChains = (count = 500): SampleChain[] => {
  const valid = Math.ceil(count / 2);
  const samples: SampleChain[] = [];
  for (let number = 0; number < valid; number += 1) {
    const variant = chainVariants[number % chainVariants.length];
    const round = Math.floor(number / chainVariants.length);
    const kind = keyKinds[round % keyKinds.length] ?? 'P-256';
    if (variant === undefined) continue;
    const plan = variant.apply(plainPlan(kind, round % 3));
    samples.push({ ...buildChain(plan, number), name: `${number} ${kind} ${variant.name}`, faults: [], expected: [] });
  }
  const faulty = faultLists(count - valid).map((faults, index) => faultySample(faults, valid + index));
  return [...samples, ...faulty];
};
