import { type CloudDriver, ProviderError, type ProviderFault } from '@notafter/domain';
import type { StruckBy } from './cloud-faults.ts';
import { matrixSubjects } from './crash-document.ts';
import type { Life } from './crash-life.ts';
import type { MatrixSubject } from './crash-matrix.ts';

type Subject = Pick<MatrixSubject, 'title' | 'begin' | 'isMutation'>;
type Begun = ReturnType<Subject['begin']>;

interface Step {
  readonly title: string;
  /** True when it is done; false if it has to be looked at again. */
  run(driver: CloudDriver, life: Life): Promise<boolean>;
}

const { signal } = new AbortController();
const LOOK_MS = 2000;
const LOOKS_MAX = 400;

const create: Step = {
  title: 'Create',
  run: async (driver, { spec }) => {
    await driver.create(spec, signal);
    return (await driver.observe(spec.tag, signal))?.state === 'running';
  },
};
const resize: Step = {
  title: 'Resize',
  run: async (driver, { spec, larger }) => (await driver.resize(larger ?? spec, signal)).state === 'running',
};
const restrict: Step = {
  title: 'Change the allowlist',
  run: async (driver, { spec, larger }) => {
    await driver.setAllowlist({ ...(larger ?? spec), allowlist: ['203.0.113.0/24'] }, signal);
    return true;
  },
};
const remove: Step = { title: 'Delete', run: (driver, { spec }) => driver.remove(spec.tag, signal) };

const stepsOf = ({ larger }: Life): readonly Step[] => [create, ...(larger === null ? [] : [resize]), restrict, remove];

/** Each class of errors, and the faults that a cloud answers with. */
const classes: readonly (readonly [name: ProviderFault, faults: readonly StruckBy[]])[] = [
  ['throttled', ['throttled']],
  ['transient', ['server_error', 'cut_before_commit']],
  ['capacity', ['capacity']],
  ['quota', ['quota']],
  ['auth', ['auth_revoked', 'forbidden']],
  ['invalid', ['invalid']],
  ['not_found', ['not_found']],
  ['conflict', ['conflict']],
];

/** The sentences of one step until it is done, or refused. */
const sentencesOf = async (life: Begun, { run }: Step): Promise<readonly string[]> => {
  const seen = new Set<string>();
  const { driver } = life.start();
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    try {
      if (await run(driver, life)) return [...seen];
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      seen.add(error.message);
      if (!error.passes) return [...seen];
    }
    life.account.now += LOOK_MS;
  }
  throw new Error('A step did not end.');
};

interface Mutation {
  readonly step: Step;
  readonly label: string;
  readonly nth: number;
}

/** A life without faults: the sentences of each step, and the changes that it makes. */
const quietLife = async ({ begin, isMutation }: Subject) => {
  const life = begin([]);
  const waits = new Map<Step, readonly string[]>();
  const mutations: Mutation[] = [];
  for (const step of stepsOf(life)) {
    const from = life.calls.length;
    waits.set(step, await sentencesOf(life, step));
    for (const [index, label] of life.calls.entries()) {
      if (index < from || !isMutation(label)) continue;
      mutations.push({ step, label, nth: life.calls.slice(0, index + 1).filter((one) => one === label).length });
    }
  }
  return { waits, mutations };
};

/** The sentences that only a fault at one of the changes of a step brings. */
const sentencesWith = async (
  { begin }: Subject,
  { step, label, nth }: Mutation,
  fault: StruckBy,
  quiet: readonly string[],
): Promise<readonly string[]> => {
  const life = begin([{ label, nth, fault }]);
  for (const one of stepsOf(life)) {
    const sentences = await sentencesOf(life, one);
    if (one.title === step.title) return sentences.filter((sentence) => !quiet.includes(sentence));
  }
  return [];
};

const listed = (sentences: Iterable<string>): string => {
  const text = [...new Set(sentences)].join('<br>');
  return text === '' ? '–' : text;
};

const sectionOf = async (subject: Subject): Promise<string> => {
  const { waits, mutations } = await quietLife(subject);
  const parts: string[] = [];
  for (const [step, quiet] of waits) {
    const rows = [`| as it should | ${listed(quiet)} |`];
    for (const [name, faults] of classes) {
      const sentences: string[] = [];
      for (const mutation of mutations.filter((one) => one.step === step)) {
        for (const fault of faults) sentences.push(...(await sentencesWith(subject, mutation, fault, quiet)));
      }
      rows.push(`| ${name} | ${listed(sentences)} |`);
    }
    parts.push(`### ${step.title}\n\n| a call goes | people read |\n| --- | --- |\n${rows.join('\n')}\n`);
  }
  return `\n## ${subject.title}\n\n${parts.join('\n')}`;
};

const introduction = `# Why does a service wait

These are the sentences that people read while a service on a cloud is created, resized, restricted or deleted, and when the cloud
refuses a call. "As it should" has those of a step without a fault. The other rows have those that come with an error of that class, at
any change of the step; a dash means that nobody notices.

| class | what happens next | what a person can do |
| --- | --- | --- |
| throttled, transient | The step is made again, until its deadline. | Wait. |
| capacity | The step fails and is undone. | Choose another plan or region, or try later. |
| quota | The step fails and is undone. | Ask the cloud for more, or delete something. |
| auth | The step fails and is undone. | Give the account a valid key, or the permission that the sentence names. |
| invalid | The step fails and is undone. | Do as the sentence says, or report it. |
| not_found, conflict | The cloud does not know something yet, or is busy with it: the step is made again, until its deadline. | Wait. If it stays, do as the sentence says. |

\`npm run cloud-waits\` writes this page from the drivers and the fakes of the clouds, and a test fails if they say something else.
`;

/** The page of all sentences, as the drivers say them now. */
export const waitsDocument = async (): Promise<string> => {
  let page = introduction;
  for (const subject of matrixSubjects) page += await sectionOf(subject);
  return page;
};
