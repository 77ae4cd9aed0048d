import { countText, pluralWord } from '@notafter/domain';
import type { EnvironmentList } from './types.ts';

/** Spec 1 section 8: for when the server does not say why. */
export const SAVE_FAILED = 'Failed to save environment';
export const REMOVAL_FAILED = 'Failed to delete environment';

/** The question before an environment is deleted. */
export const removal = {
  question: 'Are you sure? This will fail if certificates are assigned to this environment.',
  words: { action: 'Delete Environment', busyAction: 'Deleting...', failed: REMOVAL_FAILED },
} as const;

export const NO_ENVIRONMENTS = 'No environments yet. Use environments to group certificates, for example Production and Staging.';

/** `2 of 2`, `3 of \u221e` where the plan sets no limit. */
export const usedText = ({ environments, limit }: EnvironmentList): string => `${environments.length} of ${limit ?? '\u221e'}`;

/** Whether one more may be made. */
export const hasRoom = ({ environments, limit }: EnvironmentList): boolean => limit === null || environments.length < limit;

/** The server counts up to a bound; there it is at least that many. */
const COUNT_MAX = 1000;

export const assignedText = (count: number): string => {
  if (count === 0) return 'no certificates';
  const figure = count >= COUNT_MAX ? `${countText(COUNT_MAX)} or more` : String(count);
  return `${figure} ${pluralWord(count, 'certificate')}`;
};
