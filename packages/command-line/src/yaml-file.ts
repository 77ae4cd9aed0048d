import { type Document, isCollection, isMap, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { printable } from './printable.ts';

/** A place in the file, counted from 1. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type YamlFile<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problems: readonly FileProblem[] };

export type Path = readonly PropertyKey[];
export type Complain = (path: Path, message: string) => void;

/** A problem as zod reports it. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: Path;
  readonly message: string;
  readonly keys?: readonly string[];
}

/** Aliases that expand further than this are an attack or a mistake. */
const ALIASES_MAX = 100;

const nodeAt = (document: Document, path: Path): Node | null => {
  let node: unknown = document.contents;
  for (const part of path) {
    if (!isCollection(node)) return null;
    node = node.get(typeof part === 'symbol' ? String(part) : part, true);
  }
  return isScalar(node) || isCollection(node) ? node : null;
};

/** The key of an entry, for an entry that should not be there. */
const keyAt = (document: Document, path: Path): Node | null => {
  const parent = nodeAt(document, path.slice(0, -1));
  if (!isMap(parent)) return null;
  const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === path.at(-1));
  return pair !== undefined && isScalar(pair.key) ? pair.key : null;
};

/** The offset of the node at a path, or of the nearest node above it. */
const offsetOf = (document: Document, path: Path): number => {
  for (let length = path.length; length >= 0; length -= 1) {
    const at = path.slice(0, length);
    const range = (nodeAt(document, at) ?? keyAt(document, at))?.range;
    if (range !== undefined && range !== null) return range[0];
  }
  return 0;
};

const nameOf = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`)).join('');

/**
 * Parses a YAML file and checks its contents. Every problem has its place in the file: of the syntax, of those that `check` complains
 * about, and of the issues that it returns. `{}` stands for an empty file.
 */
export const readYamlFile = <Value>(
  text: string,
  check: (given: unknown, complain: Complain) => { readonly value: Value; readonly issues: readonly Issue[] },
): YamlFile<Value> => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, version: '1.2' });
  const problems: FileProblem[] = [];
  const at = (offset: number, message: string): void => {
    const { line, col } = lines.linePos(offset);
    problems.push({ line: Math.max(1, line), column: Math.max(1, col), message: printable(message) });
  };
  for (const { pos, message } of document.errors) at(pos[0], message);
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) === undefined) at(alias.range?.[0] ?? 0, `No anchor before it is called '${alias.source}'.`);
    },
  });
  if (problems.length > 0) return { kind: 'refused', problems };

  const complain: Complain = (path, message) => at(offsetOf(document, path), path.length === 0 ? message : `${nameOf(path)}: ${message}`);
  let given: unknown;
  try {
    given = document.toJS({ maxAliasCount: ALIASES_MAX }) ?? {};
  } catch (error) {
    return { kind: 'refused', problems: [{ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
  const { value, issues } = check(given, complain);
  for (const { code, path, message, keys } of issues) {
    if (code === 'unrecognized_keys') {
      for (const key of keys ?? [])
        at(keyAt(document, [...path, key])?.range?.[0] ?? offsetOf(document, path), `'${key}' is not a field here.`);
    } else complain(path, message);
  }
  if (problems.length > 0) {
    return { kind: 'refused', problems: problems.sort((one, other) => one.line - other.line || one.column - other.column) };
  }
  return { kind: 'read', value };
};
