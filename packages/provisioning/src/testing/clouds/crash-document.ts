import { type CrashMatrix, type MatrixSubject, runCrashMatrix } from './crash-matrix.ts';
import { digitalOceanMatrix } from './digitalocean/do-matrix.ts';

const matrixSubjects: readonly MatrixSubject[] = [digitalOceanMatrix];

const introduction = `# What happens when a call to a cloud goes wrong

Each row is a call in the life of a service: it is deployed, resized, restricted to an allowlist, and deleted. Calls in bold change
something. Of calls that only read, the table has the first of each kind between two changes. Each column is a fault of that call, and each
letter in a cell is a case. The process that makes the call lives on, or dies before the call arrives, before it has the answer, or before it
does anything with the answer. The next process makes the call again, and if the first died before the call, meets the fault itself.

In every case there is at most one machine at any moment, exactly one with the data while the service lives, and nothing is left after the
deletion, which ends.

| letter | meaning |
| --- | --- |
| d | Every operation did what it was asked for. |
| u | An operation was refused and undone: the deployment left nothing, or the previous plan or allowlist is in force. |
| a | The deletion was refused, and ended when it was asked for again. |

\`npm run cloud-crashes\` writes this page from the cases as they ran, and a test fails if they no longer end like this.
`;

const sectionOf = ({ title }: MatrixSubject, { cases, text }: CrashMatrix): string => `\n## ${title}\n\n${cases} cases.\n\n${text}\n`;

/** Runs every case, and returns the page about them. Rejects with the first case that breaks a promise. */
export const crashDocument = async (): Promise<string> => {
  let page = introduction;
  for (const subject of matrixSubjects) page += sectionOf(subject, await runCrashMatrix(subject));
  return page;
};
