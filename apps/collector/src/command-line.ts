import { parseArgs } from 'node:util';
import { UsageError } from '@notafter/command-line';

const commandNames = ['enroll', 'run', 'export', 'import', 'receipt', 'status', 'check-config', 'install-service'] as const;
export type CommandName = (typeof commandNames)[number];

export const DEFAULT_CONFIG = '/etc/notafter/collector.yaml';

export interface EnrollCommand {
  readonly name: 'enroll';
  readonly configFile: string;
  readonly token: string;
  /** Bundles travel as files. */
  readonly offline: boolean;
  /** Discards the present identity and its queue. */
  readonly replace: boolean;
}

export interface RunCommand {
  readonly name: 'run';
  readonly configFile: string;
  /** One scan, sends and ends. */
  readonly once: boolean;
  /** The next scan refers to no earlier bundle. */
  readonly complete: boolean;
}

export interface ExportCommand {
  readonly name: 'export';
  readonly configFile: string;
  readonly folder: string;
}

export interface ImportCommand {
  readonly name: 'import';
  /** Files, and folders with files. */
  readonly paths: readonly string[];
  /** The folder for receipts; null for that of the first file. */
  readonly receipts: string | null;
}

export interface ReceiptCommand {
  readonly name: 'receipt';
  readonly configFile: string;
  /** `-` for stdin. */
  readonly file: string;
}

export interface StatusCommand {
  readonly name: 'status';
  readonly configFile: string;
  readonly json: boolean;
}

export type Command =
  | EnrollCommand
  | RunCommand
  | ExportCommand
  | ImportCommand
  | ReceiptCommand
  | StatusCommand
  | { readonly name: 'check-config'; readonly configFile: string }
  | { readonly name: 'install-service' }
  | { readonly name: 'help'; readonly topic: CommandName | null }
  | { readonly name: 'version' };

const options = {
  config: { type: 'string', short: 'c' },
  help: { type: 'boolean', short: 'h' },
  offline: { type: 'boolean' },
  replace: { type: 'boolean' },
  once: { type: 'boolean' },
  complete: { type: 'boolean' },
  json: { type: 'boolean' },
  receipts: { type: 'string' },
} as const;

type Option = keyof typeof options;

/** The operand and the options of each command, besides `--help`. */
const grammar = {
  enroll: { operand: 'the TOKEN of a collector', options: ['config', 'offline', 'replace'] },
  run: { operand: null, options: ['config', 'once', 'complete'] },
  export: { operand: 'a FOLDER', options: ['config'] },
  import: { operand: 'at least one FILE or FOLDER', options: ['config', 'receipts'] },
  receipt: { operand: 'a FILE, or - for stdin', options: ['config'] },
  status: { operand: null, options: ['config', 'json'] },
  'check-config': { operand: null, options: ['config'] },
  'install-service': { operand: null, options: [] },
} as const satisfies Record<CommandName, { readonly operand: string | null; readonly options: readonly Option[] }>;

const parse = (name: CommandName, args: readonly string[]) => {
  const allowed: readonly string[] = ['help', ...grammar[name].options];
  const own = Object.fromEntries(Object.entries(options).filter(([option]) => allowed.includes(option)));
  try {
    return parseArgs({ args: [...args], options: own, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.split('. To specify')[0]?.replace(/\.$/, '')}.`, name, { cause: error });
  }
};

const read = (name: CommandName, args: readonly string[]): Command => {
  const { values, positionals } = parse(name, args);
  if (values.help === true) return { name: 'help', topic: name };
  const [operand = '', ...more] = positionals;
  const { operand: wanted } = grammar[name];
  if (wanted !== null && (operand === '' || (more.length > 0 && name !== 'import')))
    throw new UsageError(`${name} requires ${wanted}.`, name);
  if (wanted === null && positionals.length > 0) throw new UsageError(`${name} takes no '${operand}'.`, name);
  const configFile = typeof values.config === 'string' ? values.config : DEFAULT_CONFIG;
  const isSet = (option: Option): boolean => values[option] === true;
  switch (name) {
    case 'enroll':
      return { name, configFile, token: operand, offline: isSet('offline'), replace: isSet('replace') };
    case 'run':
      return { name, configFile, once: isSet('once'), complete: isSet('complete') };
    case 'export':
      return { name, configFile, folder: operand };
    case 'import':
      return { name, paths: positionals, receipts: typeof values.receipts === 'string' ? values.receipts : null };
    case 'receipt':
      return { name, configFile, file: operand };
    case 'status':
      return { name, configFile, json: isSet('json') };
    case 'check-config':
      return { name, configFile };
    case 'install-service':
      return { name };
  }
};

const isCommandName = (text: string): text is CommandName => commandNames.some((name) => name === text);

/** Parses a command line. Throws UsageError with a message that says what to change. */
export const readCommandLine = (args: readonly string[]): Command => {
  const [first, ...rest] = args;
  if (first === undefined) throw new UsageError('No command specified.');
  if (first === '--version' || first === '-V') return { name: 'version' };
  if (first === '--help' || first === '-h' || first === 'help') {
    const [topic] = rest;
    return { name: 'help', topic: topic !== undefined && isCommandName(topic) ? topic : null };
  }
  if (isCommandName(first)) return read(first, rest);
  throw new UsageError(first.startsWith('-') ? `Unknown option '${first}'.` : `Unknown command '${first}'.`);
};
