import { cutText } from '@notafter/domain';
import { largestFit } from './largest-fit.ts';

/** Returns the escaped text, cut so that it fits the limit and no entity is split. */
export const cutEscaped = (text: string, maxLength: number, escaping: (text: string) => string): string =>
  largestFit(
    Math.min(text.length, maxLength),
    (length) => escaping(cutText(text, length)),
    (escaped) => escaped.length <= maxLength,
  );
