import { type CloudSlug, clouds } from '@notafter/domain';
import type { MachineCloud } from '../../clouds/machine-cloud.ts';
import { type Caller, type CloudFault, type Crash, cloudFaults, crashes, createCaller, type ScriptedFault } from './cloud-faults.ts';
import { type Life, type LifeOutcome, liveThrough, type TestAccount } from './crash-life.ts';
import { driverOn } from './driver-on.ts';
import { specOf } from './spec.ts';

export interface MatrixSubject {
  readonly title: string;
  /** A life on a new account, with these faults. */
  readonly begin: (
    faults: readonly ScriptedFault[],
  ) => Life & { readonly calls: readonly string[]; readonly undocumented: readonly string[] };
  /** Whether a call with this label changes something. */
  readonly isMutation: (label: string) => boolean;
  /** Whether calls that only read fail, too. The driver that decides by them is the same for each cloud. */
  readonly failsReads: boolean;
}

interface FakeCloud extends TestAccount {
  readonly calls: readonly string[];
  readonly undocumented: readonly string[];
  readonly faults: ScriptedFault[];
}

/** A PostgreSQL service on a fake of a cloud. */
export const matrixOf = <Fake extends FakeCloud>({
  cloud: slug,
  region,
  open,
  connect,
  failsReads = true,
  ...subject
}: Pick<MatrixSubject, 'title' | 'isMutation'> & {
  readonly cloud: CloudSlug;
  readonly region: string;
  readonly failsReads?: boolean;
  open(): Fake;
  connect(fake: Fake, caller: Caller): MachineCloud;
}): MatrixSubject => ({
  ...subject,
  failsReads,
  begin: (faults) => {
    const fake = open();
    fake.faults.push(...faults);
    const spec = specOf(slug, region, 'hobbyist');
    return {
      account: fake,
      calls: fake.calls,
      undocumented: fake.undocumented,
      spec,
      larger: clouds[slug].resizes ? { ...specOf(slug, region, 'professional'), tag: spec.tag } : null,
      hasIpv6: connect(fake, createCaller()).hasIpv6,
      start: () => {
        const caller = createCaller();
        return { caller, driver: driverOn(connect(fake, caller)) };
      },
    };
  },
});

interface Step {
  readonly label: string;
  readonly nth: number;
}

export interface CrashMatrix {
  readonly text: string;
  readonly cases: number;
  /** The sentences that people saw in any case, as rows of a table. */
  readonly said: readonly string[];
}

/** Faults that only a change can have, or that mean the same for a call that only reads. */
const ofChanges: readonly CloudFault[] = ['capacity', 'quota', 'duplicate', 'cut_after_commit'];
const letters: Readonly<Record<LifeOutcome, string>> = { done: 'd', undone: 'u', again: 'a' };

/**
 * The calls of a life, as they are seen and not as anyone wrote them down: each change, and between two changes the first read of
 * each kind, since the others see the same.
 */
const stepsOf = async ({ begin, isMutation, failsReads }: MatrixSubject): Promise<readonly Step[]> => {
  const life = begin([]);
  const outcome = await liveThrough(life);
  if (outcome !== 'done') throw new Error('A life without faults does what it is asked for.');
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return life.calls.flatMap((label) => {
    const nth = (counts.get(label) ?? 0) + 1;
    counts.set(label, nth);
    if (isMutation(label)) seen.clear();
    if (seen.has(label) || (!failsReads && !isMutation(label))) return [];
    seen.add(label);
    return [{ label, nth }];
  });
};

/** A caller that dies before its call meets the fault when the next one makes the call again. */
const scriptOf = ({ label, nth }: Step, fault: CloudFault | null, crash: Crash | null): readonly ScriptedFault[] =>
  crash === 'before'
    ? [
        { label, nth, fault: null, crash },
        { label, nth: nth + 1, fault },
      ]
    : [{ label, nth, fault, ...(crash === null ? {} : { crash }) }];

const runCase = async (
  { begin }: MatrixSubject,
  step: Step,
  fault: CloudFault | null,
  crash: Crash | null,
  said: Set<string>,
): Promise<LifeOutcome> => {
  const life = begin(scriptOf(step, fault, crash));
  try {
    const outcome = await liveThrough(life, said);
    if (life.undocumented.length > 0) throw new Error(`Undocumented: ${life.undocumented.join('; ')}`);
    if (life.calls.filter((label) => label === step.label).length < step.nth) throw new Error('The call was never made.');
    return outcome;
  } catch (error) {
    throw new Error(`${step.label} ${step.nth}, fault ${fault}, crash ${crash}`, { cause: error });
  }
};

/** Lives once with each fault at each call, with the caller dying around it or not. Rejects with the first case that breaks a promise. */
export const runCrashMatrix = async (subject: MatrixSubject): Promise<CrashMatrix> => {
  let cases = 0;
  const said = new Set<string>();
  const rows: string[] = [];
  for (const step of await stepsOf(subject)) {
    const isMutation = subject.isMutation(step.label);
    const columns: string[] = [];
    for (const fault of [null, ...cloudFaults]) {
      const isCase = fault === null || isMutation || !ofChanges.includes(fault);
      const outcomes = isCase ? await runCell(subject, step, fault, said) : [];
      cases += outcomes.length;
      columns.push(outcomes.map((outcome) => letters[outcome]).join(''));
    }
    rows.push(`| ${isMutation ? `**${step.label}**` : step.label} ${step.nth} | ${columns.join(' | ')} |`);
  }
  const head = ['call', 'none', ...cloudFaults.map((fault) => fault.replaceAll('_', ' '))];
  return { cases, text: [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n'), said: [...said].sort() };
};

/** A read that fails is made again whatever its caller does, so a fault and a death together show nothing new. */
const runCell = async (
  subject: MatrixSubject,
  step: Step,
  fault: CloudFault | null,
  said: Set<string>,
): Promise<readonly LifeOutcome[]> => {
  const deaths = fault === null ? crashes : subject.isMutation(step.label) ? [null, ...crashes] : [null];
  const outcomes: LifeOutcome[] = [];
  for (const crash of deaths) outcomes.push(await runCase(subject, step, fault, crash, said));
  return outcomes;
};
