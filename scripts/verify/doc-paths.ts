import { matchesGlob, posix } from 'node:path';

/** A path that a document names, as written there. */
interface NamedPath {
  readonly line: number;
  readonly text: string;
  readonly isLink: boolean;
}

/** Text in backticks that ends like one of these is a file of this repository. */
const sourceFile = /\.(?:[cm]?[jt]sx?|md|patch|sh|yml)$/;
const inBackticks = /`([^`\n]+)`/g;
const link = /\]\(([^)\s]+)\)/g;
const external = /^(?:[a-z]+:|#|\/)/;

function isPath(text: string, topLevel: ReadonlySet<string>): boolean {
  if (/^\.\w+$/.test(text)) return false;
  if (!/^[\w.@*{},-]+(?:\/[\w.@*{},-]*)*$/.test(text)) return false;
  return sourceFile.test(text) || (text.includes('/') && topLevel.has(text.slice(0, text.indexOf('/'))));
}

/** Blanks out fenced code: its paths may be those of a reader's machine. */
const withoutCodeBlocks = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));

function namedPaths(markdown: string, topLevel: ReadonlySet<string>): NamedPath[] {
  const text = withoutCodeBlocks(markdown);
  const lineOf = (index: number) => text.slice(0, index).split('\n').length;
  const quoted = [...text.matchAll(inBackticks)]
    .map((match) => ({ line: lineOf(match.index), text: match[1] ?? '', isLink: false }))
    .filter((path) => isPath(path.text, topLevel));
  const linked = [...text.matchAll(link)]
    .map((match) => ({ line: lineOf(match.index), text: (match[1] ?? '').replace(/#.*$/, ''), isLink: true }))
    .filter((path) => path.text !== '' && !external.test(path.text));
  return [...quoted, ...linked];
}

function exists({ text, isLink }: NamedPath, doc: string, files: readonly string[]): boolean {
  const path = text.replace(/\/$/, '');
  const matches = (wanted: string) => files.some((file) => file === wanted || file.startsWith(`${wanted}/`) || matchesGlob(file, wanted));
  if (isLink) return matches(posix.join(posix.dirname(doc), path));
  // A bare file name, or the end of a path, is enough in running text.
  return matches(path) || (sourceFile.test(path) && files.some((file) => file.endsWith(`/${path}`)));
}

/**
 * Returns one line per path that a document names, in backticks or as a link, and that is not among `files`.
 * Links are relative to their document; text in backticks may be a path from the root or the end of one.
 */
export function findMissingPaths(docs: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  const topLevel = new Set(files.filter((file) => file.includes('/')).map((file) => file.slice(0, file.indexOf('/'))));
  return [...docs].flatMap(([doc, markdown]) =>
    namedPaths(markdown, topLevel)
      .filter((path) => !exists(path, doc, files))
      .map(({ line, text }) => `${doc}:${line} names ${text}, which does not exist`),
  );
}
