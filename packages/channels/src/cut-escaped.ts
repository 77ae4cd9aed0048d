import { cutText } from '@notafter/domain';
import { largestFit } from './largest-fit.ts';

/** The text as a format escapes it, cut so that the result keeps to the limit and no entity is halved. */
export const cutEscaped = (text: string, maxLength: number, escaping: (text: string) => string): string =>
  largestFit(
    Math.min(text.length, maxLength),
    (length) => escaping(cutText(text, length)),
    (escaped) => escaped.length <= maxLength,
  );
