import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { channelTypes, traitsOf } from '@notafter/domain';
import { configurationInput } from '@notafter/domain/inputs';
import { type Document, isCollection, isMap, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { printable } from '../output/printable.ts';

/** A place in the file, counted from 1. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The request for the server, or the problems of the file. */
export type ConfigurationFile =
  | { readonly kind: 'read'; readonly configuration: unknown }
  | { readonly kind: 'refused'; readonly problems: readonly FileProblem[] };

interface Circumstances {
  /** Files of secrets are relative to the folder of this one. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Path = readonly PropertyKey[];

/** Aliases that expand further than this are an attack or a mistake. */
const ALIASES_MAX = 100;
const SECRET_MAX_BYTES = 10_000;

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

interface Secret {
  readonly value: string | null;
  readonly problem: string | null;
}

const found = (value: string): Secret => ({ value, problem: null });
const lacking = (problem: string): Secret => ({ value: null, problem });

/** Reads `{ env: NAME }` or `{ file: PATH }`; the line break at the end of a file is not part of its secret. */
const readSecret = (reference: object, { path, env }: Circumstances): Secret => {
  const [[kind, name] = [], ...more] = Object.entries(reference);
  if (more.length > 0 || typeof name !== 'string' || (kind !== 'env' && kind !== 'file'))
    return lacking('Write { env: NAME } or { file: PATH }.');
  if (kind === 'env') {
    const value = env[name];
    return value === undefined || value === '' ? lacking(`The variable ${name} is not set.`) : found(value);
  }
  try {
    const text = readFileSync(resolve(dirname(path), name), 'utf8');
    return text.length > SECRET_MAX_BYTES ? lacking(`${name} is too large for a secret.`) : found(text.replace(/\r?\n$/, ''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return lacking(`${name} cannot be read: ${code}.`);
  }
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown, name: string): readonly unknown[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Puts secrets in the place of their references, and refuses those that are in the file. */
const resolveSecrets = (given: unknown, circumstances: Circumstances, complain: (path: Path, message: string) => void): unknown => {
  if (!isObject(given) || given.channels === undefined) return given;
  const channels = listOf(given, 'channels').map((channel, index) => {
    if (!isObject(channel) || !isObject(channel.settings)) return channel;
    const type = channelTypes.find((one) => one === channel.type);
    const secrets = type === undefined ? [] : traitsOf(type).fields.flatMap(({ name, secret }) => (secret ? [name] : []));
    const settings = Object.entries(channel.settings).map(([name, value]): [string, unknown] => {
      const path = ['channels', index, 'settings', name];
      if (!isObject(value)) {
        if (secrets.includes(name) && value !== '')
          complain(path, 'A secret does not belong into the file. Write { env: NAME } or { file: PATH }.');
        return [name, value];
      }
      const { value: secret, problem } = readSecret(value, circumstances);
      if (problem !== null) complain(path, problem);
      return [name, secret ?? ''];
    });
    return { ...channel, settings: Object.fromEntries(settings) };
  });
  return { ...given, channels: Array.isArray(given.channels) ? channels : given.channels };
};

/** Parses a file of `notafter apply`. Every problem has its place in the file. */
export const readConfiguration = (text: string, circumstances: Circumstances): ConfigurationFile => {
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

  const complain = (path: Path, message: string): void =>
    at(offsetOf(document, path), path.length === 0 ? message : `${nameOf(path)}: ${message}`);
  let given: unknown;
  try {
    given = document.toJS({ maxAliasCount: ALIASES_MAX }) ?? {};
  } catch (error) {
    return { kind: 'refused', problems: [{ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
  const configuration = resolveSecrets(given, circumstances, complain);
  const parsed = configurationInput.safeParse(configuration);
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        at(keyAt(document, [...issue.path, key])?.range?.[0] ?? offsetOf(document, issue.path), `'${key}' is not a field here.`);
    } else complain(issue.path, issue.message);
  }
  if (problems.length > 0) {
    return { kind: 'refused', problems: problems.sort((one, other) => one.line - other.line || one.column - other.column) };
  }
  return { kind: 'read', configuration };
};
