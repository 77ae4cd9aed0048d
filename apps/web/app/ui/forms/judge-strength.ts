import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The library's time grows with the square of the length, and what is longer is strong anyway. */
const JUDGED_LENGTH = 128;

const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });

const words = ['very weak', 'weak', 'fair', 'good', 'strong'] as const;

/** By the library's names of what it found. */
const advice: Readonly<Record<string, string>> = {
  straightRow: 'Keys in a row are easy to guess.',
  keyPattern: 'Patterns on the keyboard are easy to guess.',
  simpleRepeat: 'Repeated characters add little.',
  extendedRepeat: 'Repeated parts add little.',
  sequences: 'Sequences such as abc or 123 are easy to guess.',
  recentYears: 'Years are easy to guess.',
  dates: 'Dates are easy to guess.',
  topTen: 'Everybody who guesses tries this first.',
  topHundred: 'Everybody who guesses tries this early.',
  common: 'This is a common password.',
  similarToCommon: 'This is close to a common password.',
  wordByItself: 'A single word is easy to guess.',
  userInputs: 'Your own name or address is easy to guess.',
};

const LONGER = 'A few words that have nothing to do with each other are hard to guess.';

export interface Strength {
  /** 0 to 4, as zxcvbn counts: 3 holds out against guessing at the sign-in, 4 even where the hashes were stolen. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly word: string;
  /** Advice to make it stronger; null if it is strong. */
  readonly advice: string | null;
}

/** How long a password would hold out against guessing. `known` is what a guesser would try for this person. */
export const judgeStrength = (password: string, known: readonly string[]): Strength => {
  const judged = factory.check(password.slice(0, JUDGED_LENGTH), [...known.map((text) => text.slice(0, JUDGED_LENGTH))]);
  const { score, feedback } = judged;
  return { score, word: words[score], advice: score >= 3 ? null : (advice[feedback.warning ?? ''] ?? LONGER) };
};
