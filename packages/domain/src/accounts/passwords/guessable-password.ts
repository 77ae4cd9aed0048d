/** The strength of a password with its patterns counted as little as they cost an attacker. */
const MIN_EFFECTIVE_LENGTH = 5;
const MIN_RUN = 3;
/** A repeat of fewer characters than this counts as much as the characters themselves. */
const MIN_REPEATED = 6;
/** Shorter words are part of too many others. */
const MIN_WORD_LENGTH = 3;

/** Rows, columns and zigzags of QWERTY, QWERTZ, AZERTY and ЙЦУКЕН keyboards, and the columns of the keypad. */
const keyboardRows = `1234567890-= qwertyuiop[] asdfghjkl;' zxcvbnm,./ qwertzuiopü asdfghjklöä yxcvbnm azertyuiop qsdfghjklm wxcvbn
  йцукенгшщзхъ фывапролджэ ячсмитьбю 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ 147 258 369 159 357
  1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 qawsedrftgyhujikolp azsxdcfvgbhnjmk`.split(/\s+/);
const reversed = (text: string): string => [...text].reverse().join('');
const keyboard = `${keyboardRows.join(' ')} ${keyboardRows.map(reversed).join(' ')}`;

/** The digit keys with Shift, so that `!@#$%^` is the row it is typed on. */
const shifted = '!@#$%^&*()';
const unshift = (text: string): string => text.replaceAll(/[!@#$%^&*()]/g, (key) => '1234567890'.charAt(shifted.indexOf(key)));

const codeOf = (character: string | undefined): number => character?.codePointAt(0) ?? Number.NaN;

const stepLength = (characters: readonly string[], start: number, step: number): number => {
  let end = start + 1;
  while (codeOf(characters[end]) - codeOf(characters[end - 1]) === step) end += 1;
  return end - start;
};

const keyboardLength = (characters: readonly string[], start: number): number => {
  let end = start + 1;
  while (end < characters.length && keyboard.includes(characters.slice(start, end + 1).join(''))) end += 1;
  return end - start;
};

/** A repeat counts one character, a sequence or keyboard run its start and its direction, every other character itself. */
const effectiveOf = (characters: readonly string[]): { readonly length: number; readonly outsideRuns: number } => {
  let length = 0;
  let outsideRuns = 0;
  for (let at = 0; at < characters.length; ) {
    const repeat = stepLength(characters, at, 0);
    const run = Math.max(stepLength(characters, at, 1), stepLength(characters, at, -1), keyboardLength(characters, at));
    if (repeat >= MIN_RUN) [length, at] = [length + 1, at + repeat];
    else if (run >= MIN_RUN) [length, at] = [length + 2, at + run];
    else [length, outsideRuns, at] = [length + 1, outsideRuns + 1, at + 1];
  }
  return { length, outsideRuns };
};

/** The part that a text repeats from its start to its end; null without one. */
const repeatedPart = (characters: readonly string[]): readonly string[] | null => {
  for (let size = 1; size <= characters.length / 2; size += 1) {
    if (characters.every((character, at) => character === characters[at % size])) return characters.slice(0, size);
  }
  return null;
};

const isWeak = (characters: readonly string[]): boolean => {
  const { length, outsideRuns } = effectiveOf(characters);
  if (length < MIN_EFFECTIVE_LENGTH || outsideRuns === 0) return true;
  const part = repeatedPart(characters);
  return part !== null && (part.length < MIN_REPEATED || isWeak(part));
};

/** Whether a password is a sequence, a repeat or a keyboard run, or little else: `654321`, `aaaaaa`, `qwerty12`, `abcabc`. */
export const isPatterned = (password: string): boolean => {
  const characters = [...unshift(password.toLowerCase())];
  // `aabbcc` is the sequence that it doubles.
  const collapsed = characters.filter((character, at) => character !== characters[at - 1]);
  return isWeak(characters) || effectiveOf(collapsed).length < MIN_EFFECTIVE_LENGTH;
};

const standIns: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '!': 'i',
  '1': 'i',
};

/** A password in lower case, and with letters in place of digits and signs: `p@ssw0rd` is `password`. */
export const spellingsOf = (password: string): readonly string[] => {
  const lower = password.toLowerCase();
  const spelled = lower.replaceAll(/[@430$57!1]/g, (sign) => standIns[sign] ?? sign);
  return [...new Set([lower, spelled, lower.replaceAll(/[1!]/g, 'l').replaceAll(/[@430$57]/g, (sign) => standIns[sign] ?? sign)])];
};

/** Words that a password may not consist of. */
export interface PasswordOwner {
  /** Normalized. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organizationName: string;
}

const PRODUCT = 'notafter';

/** Words that an attacker tries first against this person: the product's name, theirs, parts of their address, their organization. */
const wordsAbout = ({ email, firstName, lastName, organizationName }: PasswordOwner): readonly string[] => {
  const names = [email, firstName, lastName, organizationName].map((name) => name.toLowerCase());
  const parts = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u));
  const joined = names.map((name) => name.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return [PRODUCT, ...email.split('@'), ...names, ...joined, ...parts]
    .filter((word) => [...word].length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
};

/** Whether a password is the product's name or common knowledge about its owner, with little else: `notafter1`, `Lovelace!`. */
export const namesOwner = (password: string, owner: PasswordOwner): boolean => {
  const words = wordsAbout(owner);
  return spellingsOf(password).some((spelling) => {
    const rest = words.reduce((text, word) => text.replaceAll(word, ''), spelling);
    return rest !== spelling && effectiveOf([...rest]).length < MIN_EFFECTIVE_LENGTH;
  });
};
