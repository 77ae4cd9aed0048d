import { ProviderError, type SolutionSlug, solutions } from '@notafter/domain';

interface Versions {
  /** Of the engine that wrote the data. */
  readonly made: string;
  /** Of the one that is to read it. */
  readonly offered: string;
}

/** Numbers of a version that data has in common with the engine that reads it; one for the others. */
const numbers: Readonly<Partial<Record<SolutionSlug, number>>> = { mysql: 2, rabbitmq: 2 };

/** The part of "MariaDB 10.11.18" or "8.4.2" that decides whether another engine reads its data. */
const lineOf = (solution: SolutionSlug, version: string): string =>
  version
    .replace(/^v/, '')
    .split('.')
    .slice(0, numbers[solution] ?? 1)
    .join('.');

/** Throws `invalid` if an engine should not read the data of another version. */
export const assertReadable = (solution: SolutionSlug, { made, offered }: Versions): void => {
  const [wanted, found] = [made, offered].map((version) => lineOf(solution, version));
  if (wanted === found) return;
  throw new ProviderError('invalid', `The backup is of ${solutions[solution].name} ${made}, and this server runs ${offered}.`);
};
