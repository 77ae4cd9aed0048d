export interface Source {
  readonly path: string;
  readonly text: string;
}

const RUN_MIN = 6;
/** A run in more places than this is an idiom, not a repetition. */
const PLACES_MAX = 8;

const passedOver = /^(?:\/\/|\/?\*|import\b|export (?:type )?\{|\} from |[\s\W]*$)/;

/** Without blank lines, comments, imports and lone punctuation. */
const countedLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !passedOver.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '));

/** Returns how many pairs of files (a file with itself too) share a run of six or more equal lines. */
export const countRepeats = (sources: readonly Source[]): number => {
  const places = new Map<string, { file: number; at: number }[]>();
  sources.forEach(({ text }, file) => {
    const lines = countedLines(text);
    for (let at = 0; at + RUN_MIN <= lines.length; at += 1) {
      const key = lines.slice(at, at + RUN_MIN).join('\n');
      const found = places.get(key);
      if (found === undefined) places.set(key, [{ file, at }]);
      else found.push({ file, at });
    }
  });
  const pairs = new Set<string>();
  for (const found of places.values()) {
    if (found.length > PLACES_MAX) continue;
    found.forEach((left, index) => {
      for (const right of found.slice(index + 1)) {
        const overlaps = left.file === right.file && right.at - left.at < RUN_MIN;
        if (!overlaps) pairs.add(`${left.file} ${right.file}`);
      }
    });
  }
  return pairs.size;
};
