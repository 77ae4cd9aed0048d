import { awsMatrix } from './aws/ec2-matrix.ts';
import { azureMatrix } from './azure/arm-matrix.ts';
import { type MatrixSubject, runCrashMatrix } from './crash-matrix.ts';
import { digitalOceanMatrix } from './digitalocean/do-matrix.ts';
import { gcpMatrix } from './gcp/gcp-matrix.ts';

export const matrixSubjects: readonly MatrixSubject[] = [digitalOceanMatrix, awsMatrix, gcpMatrix, azureMatrix];

const introduction = `# What happens when a call to a cloud goes wrong

Each row is a call in the life of a service: it is deployed, resized, restricted to an allowlist, and deleted. Calls in bold change
something. Of calls that only read, the tables have the first of each kind between two changes, except that of AWS; the driver that decides
by them is the same for each cloud. Each column is a fault of that call, and each letter in a cell is a case: the process that makes the call lives on (not in the column "none"), or dies before the call arrives, before it has
the answer, or before it does anything with the answer. The next process makes the call again, and if the first died before the call, meets
the fault itself. A read with a fault has the first of these cases only.

In every case there is at most one machine at any moment, exactly one with the data while the service lives, and nothing is left after the
deletion, which ends.

| letter | meaning |
| --- | --- |
| d | Every operation did what it was asked for. |
| u | An operation was refused and undone: the deployment left nothing, or the previous plan or allowlist is in force. |
| a | The deletion was refused, and ended when it was asked for again. |

Below each table are the sentences that people saw in any case. Those of \`transient\` and \`throttled\` say why an operation waits, the others
why it failed.

\`npm run cloud-crashes\` writes this page from the cases as they ran, and a test fails if they no longer end like this.
`;

const headingOf = ({ title }: MatrixSubject): string => `\n## ${title}\n`;

/** Runs every case on one cloud, and returns its part of the page. Rejects with the first case that breaks a promise. */
export const crashSection = async (subject: MatrixSubject): Promise<string> => {
  const { cases, text, said } = await runCrashMatrix(subject);
  const sentences = ['| fault | sentence |', '| --- | --- |', ...said].join('\n');
  return `${headingOf(subject)}\n${cases} cases.\n\n${text}\n\nSentences:\n\n${sentences}\n`;
};

/** The part of the page about one cloud, as it is written. */
export const sectionIn = (page: string, subject: MatrixSubject): string => {
  const from = page.indexOf(headingOf(subject));
  const next = page.indexOf('\n## ', from + 1);
  return page.slice(from, next < 0 ? undefined : next);
};

export const crashDocument = async (): Promise<string> => {
  let page = introduction;
  for (const subject of matrixSubjects) page += await crashSection(subject);
  return page;
};
