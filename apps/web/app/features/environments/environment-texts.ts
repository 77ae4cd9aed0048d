import { countText, pluralWord } from '@notafter/domain';
import { problemOfCall } from '../../api/problem.ts';
import type { EnvironmentList } from './types.ts';

/** Spec 1 section 8: the server's text, or the documented one if the server's does not say what to do. */
export function environmentFailure(error: unknown, documented: string): string {
  const { code, message, details } = problemOfCall(error);
  switch (code) {
    case 'network':
    case 'internal':
      return documented;
    case 'invalid_input':
      return details[0]?.message ?? documented;
    default:
      return message;
  }
}

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
