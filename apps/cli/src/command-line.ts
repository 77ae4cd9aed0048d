import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { UsageError } from '@notafter/command-line';
import { DomainError, type ProbeTarget, type TargetParts, targetWith } from '@notafter/domain';
import { type CommandName, isCommandName } from './command-names.ts';
import { readHost } from './read-host.ts';
import { isStartTls, type StartTls, startTlsNames } from './starttls.ts';

export interface CheckCommand {
  readonly name: 'check';
  /** As typed and as parsed; empty if the list is on stdin. */
  readonly targets: readonly { readonly text: string; readonly target: ProbeTarget }[];
  /** Parts that options give to every target, for the lines of stdin. */
  readonly parts: TargetParts;
  readonly caFile: string | null;
  /** For one target in total. */
  readonly timeoutMs: number;
  readonly allAddresses: boolean;
  readonly json: boolean;
  readonly warnDays: number;
  readonly critDays: number;
  readonly policyFile: string | null;
}

export type VerifyProfile = 'browser' | 'strict';

export interface VerifyCommand {
  readonly name: 'verify';
  readonly chainFile: string;
  readonly host: string | null;
  readonly caFile: string | null;
  readonly crlFile: string | null;
  /** null means now. */
  readonly at: Date | null;
  readonly profile: VerifyProfile;
  readonly purpose: 'server' | 'client';
  /** Intermediates allowed by the strict profile; null for no limit. */
  readonly maxDepth: number | null;
  /** Whether the text lists the rules that clients forgive; the strict profile always does. */
  readonly lint: boolean;
  readonly json: boolean;
}

export interface ScanCommand {
  readonly name: 'scan';
  readonly target: ProbeTarget;
  readonly caFile: string | null;
  readonly timeoutMs: number;
  readonly json: boolean;
}

export interface PreflightCommand {
  readonly name: 'preflight';
  /** A-labels; `*.` before wildcards. */
  readonly names: readonly [string, ...string[]];
  /** A CAA identifier; null: that of the certificate that is served. */
  readonly issuer: string | null;
  /** `ip` or `ip:port`; null: the system's. */
  readonly resolver: string | null;
  readonly json: boolean;
}

export interface ApplyCommand {
  readonly name: 'apply';
  /** `-` for stdin. */
  readonly file: string;
  readonly stack: string;
  readonly prune: boolean;
  readonly planOnly: boolean;
  /** Applies without a question. */
  readonly yes: boolean;
  readonly json: boolean;
  /** Prints the JSON schema of files, and does nothing else. */
  readonly schema: boolean;
}

export interface ExportCommand {
  readonly name: 'export';
  readonly stack: string;
}

export type Command =
  | CheckCommand
  | VerifyCommand
  | ScanCommand
  | PreflightCommand
  | ApplyCommand
  | ExportCommand
  | { readonly name: 'mcp' }
  | { readonly name: 'help'; readonly topic: CommandName | null }
  | { readonly name: 'version' };

const shared = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
const endpoint = {
  connect: { type: 'string' },
  servername: { type: 'string' },
  ca: { type: 'string' },
  starttls: { type: 'string' },
  timeout: { type: 'string', short: 't' },
} as const;

const optionsOf = {
  check: {
    ...shared,
    ...endpoint,
    'all-addresses': { type: 'boolean' },
    warn: { type: 'string' },
    crit: { type: 'string' },
    policy: { type: 'string' },
  },
  verify: {
    ...shared,
    host: { type: 'string' },
    ca: { type: 'string' },
    crl: { type: 'string' },
    at: { type: 'string' },
    profile: { type: 'string' },
    purpose: { type: 'string' },
    'max-depth': { type: 'string' },
    lint: { type: 'boolean' },
  },
  scan: { ...shared, ...endpoint },
  preflight: { ...shared, issuer: { type: 'string' }, resolver: { type: 'string' } },
  apply: {
    ...shared,
    file: { type: 'string', short: 'f' },
    stack: { type: 'string' },
    prune: { type: 'boolean' },
    plan: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    schema: { type: 'boolean' },
  },
  export: { help: shared.help, stack: { type: 'string' } },
  mcp: { help: shared.help },
} as const;

/** Parses one value; a DomainError becomes a usage error that names the value. */
const reading = <Value>(command: CommandName, what: string, read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) throw new UsageError(`${what}: ${error.message}`, command, { cause: error });
    throw error;
  }
};

const readDays = (option: string, text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(text))
    throw new UsageError(`${option} expects a whole number of days, such as ${otherwise}, not '${text}'.`, 'check');
  return Number(text);
};

const MAX_TIMEOUT_S = 600;

const readTimeout = (text: string | undefined, otherwise: number, command: CommandName): number => {
  const seconds = text === undefined ? otherwise : /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds === 0 || seconds > MAX_TIMEOUT_S) {
    throw new UsageError(`--timeout expects seconds up to ${MAX_TIMEOUT_S}, such as ${otherwise}, not '${text}'.`, command);
  }
  return seconds * 1_000;
};

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

const readInstant = (text: string | undefined): Date | null => {
  if (text === undefined) return null;
  const match = isoDate.exec(text);
  // Without a zone the time is UTC, as in certificates, not local time.
  const hasZone = match?.[1] !== undefined || !/[T ]/i.test(text);
  const instant = match === null ? Number.NaN : Date.parse(hasZone ? text : `${text}Z`);
  const isRealDay = match !== null && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  if (Number.isNaN(instant) || !isRealDay)
    throw new UsageError(`--at expects an ISO date such as 2026-12-31 or 2026-12-31T12:00:00Z, not '${text}'.`, 'verify');
  return new Date(instant);
};

/** Returns the value if it is one of the choices, the first of which is the default. */
const readChoice = <Choice extends string>(option: string, text: string | undefined, choices: readonly [Choice, ...Choice[]]): Choice => {
  const choice = text === undefined ? choices[0] : choices.find((each) => each === text);
  if (choice === undefined) throw new UsageError(`${option} expects one of ${choices.join(', ')}, not '${text}'.`, 'verify');
  return choice;
};

const readMaxDepth = (text: string | undefined, profile: VerifyProfile): number | null => {
  if (text === undefined) return null;
  if (profile !== 'strict') throw new UsageError('--max-depth requires --profile strict.', 'verify');
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--max-depth expects a number of intermediates, such as 2, not '${text}'.`, 'verify');
  return Number(text);
};

const readStartTls = (text: string | undefined, command: CommandName): StartTls | undefined => {
  if (text === undefined) return undefined;
  const name = text.toLowerCase() === 'postgresql' ? 'postgres' : text.toLowerCase();
  if (!isStartTls(name)) throw new UsageError(`--starttls expects one of ${startTlsNames}, not '${text}'.`, command);
  return name;
};

const readAddress = (text: string | undefined, command: CommandName): string | undefined => {
  if (text === undefined) return undefined;
  const address = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0) throw new UsageError(`--connect expects an IP address such as 192.0.2.10, not '${text}'.`, command);
  return address;
};

const readServername = (text: string | undefined, command: CommandName): string | undefined =>
  text === undefined ? undefined : reading(command, '--servername', () => readHost(text));

interface EndpointValues {
  readonly starttls?: string;
  readonly connect?: string;
  readonly servername?: string;
}

const readParts = ({ starttls, connect, servername }: EndpointValues, command: CommandName): TargetParts => ({
  protocol: readStartTls(starttls, command),
  address: readAddress(connect, command),
  servername: readServername(servername, command),
});

/** Keeps node:util's messages, without its advice on positionals that start with a dash. */
const parse = <Name extends CommandName>(name: Name, args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: optionsOf[name], allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.split('. To specify')[0]?.replace(/\.$/, '')}.`, name, { cause: error });
  }
};

const readCheck = (args: readonly string[]): Command => {
  const { values, positionals } = parse('check', args);
  if (values.help === true) return { name: 'help', topic: 'check' };
  const parts = readParts(values, 'check');
  const allAddresses = values['all-addresses'] ?? false;
  if (parts.address !== undefined && allAddresses) {
    throw new UsageError('--connect and --all-addresses cannot be combined.', 'check');
  }
  // A single dash means stdin.
  const written = positionals.length === 1 && positionals[0] === '-' ? [] : positionals;
  return {
    name: 'check',
    targets: written.map((text) => ({ text, target: reading('check', `'${text}'`, () => targetWith(text, parts)) })),
    parts,
    caFile: values.ca ?? null,
    timeoutMs: readTimeout(values.timeout, 7.5, 'check'),
    allAddresses,
    json: values.json ?? false,
    warnDays: readDays('--warn', values.warn, 30),
    critDays: readDays('--crit', values.crit, 7),
    policyFile: values.policy ?? null,
  };
};

const readVerify = (args: readonly string[]): Command => {
  const { values, positionals } = parse('verify', args);
  if (values.help === true) return { name: 'help', topic: 'verify' };
  const [chainFile, ...more] = positionals;
  if (chainFile === undefined || more.length > 0) {
    throw new UsageError('verify requires exactly one PEM file, or - for stdin.', 'verify');
  }
  const profile = readChoice('--profile', values.profile, ['browser', 'strict']);
  return {
    name: 'verify',
    chainFile,
    host: values.host === undefined ? null : reading('verify', '--host', () => readHost(values.host ?? '')),
    caFile: values.ca ?? null,
    crlFile: values.crl ?? null,
    at: readInstant(values.at),
    profile,
    purpose: readChoice('--purpose', values.purpose, ['server', 'client']),
    maxDepth: readMaxDepth(values['max-depth'], profile),
    lint: values.lint === true || profile === 'strict',
    json: values.json ?? false,
  };
};

const readScan = (args: readonly string[]): Command => {
  const { values, positionals } = parse('scan', args);
  if (values.help === true) return { name: 'help', topic: 'scan' };
  const [text, ...more] = positionals;
  if (text === undefined || more.length > 0) throw new UsageError('scan requires exactly one HOST or HOST:PORT.', 'scan');
  const parts = readParts(values, 'scan');
  return {
    name: 'scan',
    target: reading('scan', `'${text}'`, () => targetWith(text, parts)),
    caFile: values.ca ?? null,
    timeoutMs: readTimeout(values.timeout, 10, 'scan'),
    json: values.json ?? false,
  };
};

const readIdentifier = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const identifier = reading('preflight', '--issuer', () => readHost(text));
  if (isIP(identifier) !== 0)
    throw new UsageError(`--issuer expects a CAA identifier such as letsencrypt.org, not '${text}'.`, 'preflight');
  return identifier;
};

const readResolver = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const [, bracketed, , plain] = /^(?:\[([^\]]+)\](:\d{1,5})?|([^:]+)(?::\d{1,5})?)$/.exec(text) ?? [];
  if (isIP(bracketed ?? plain ?? '') === 0) {
    throw new UsageError(`--resolver expects an address such as 192.0.2.53 or 192.0.2.53:5353, not '${text}'.`, 'preflight');
  }
  return text;
};

const readPreflight = (args: readonly string[]): Command => {
  const { values, positionals } = parse('preflight', args);
  if (values.help === true) return { name: 'help', topic: 'preflight' };
  const [first, ...rest] = positionals.map((text) => {
    const stars = text.startsWith('*.') ? '*.' : '';
    const host = reading('preflight', `'${text}'`, () => readHost(text.slice(stars.length)));
    if (isIP(host) !== 0) throw new UsageError(`'${text}': preflight expects a name, not an address.`, 'preflight');
    return `${stars}${host}`;
  });
  if (first === undefined) throw new UsageError('preflight requires at least one NAME.', 'preflight');
  return {
    name: 'preflight',
    names: [first, ...rest],
    issuer: readIdentifier(values.issuer),
    resolver: readResolver(values.resolver),
    json: values.json ?? false,
  };
};

const readStack = (text: string | undefined, command: CommandName): string => {
  if (text === undefined) return 'default';
  if (!/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(text)) {
    throw new UsageError(`--stack expects 1 to 60 of a to z, 0 to 9 and "-", not '${text}'.`, command);
  }
  return text;
};

const readApply = (args: readonly string[]): Command => {
  const { values, positionals } = parse('apply', args);
  if (values.help === true) return { name: 'help', topic: 'apply' };
  const { file, schema = false } = values;
  if (positionals.length > 0) throw new UsageError(`apply takes its file with -f, not '${positionals[0]}'.`, 'apply');
  if (file === undefined && !schema) throw new UsageError('apply requires -f FILE, or -f - for stdin.', 'apply');
  return {
    name: 'apply',
    file: file ?? '-',
    stack: readStack(values.stack, 'apply'),
    prune: values.prune ?? false,
    planOnly: values.plan ?? false,
    yes: values.yes ?? false,
    json: values.json ?? false,
    schema,
  };
};

const readExport = (args: readonly string[]): Command => {
  const { values, positionals } = parse('export', args);
  if (values.help === true) return { name: 'help', topic: 'export' };
  if (positionals.length > 0) throw new UsageError(`export takes no '${positionals[0]}'; it writes to stdout.`, 'export');
  return { name: 'export', stack: readStack(values.stack, 'export') };
};

const readMcp = (args: readonly string[]): Command => {
  const { values, positionals } = parse('mcp', args);
  if (values.help === true) return { name: 'help', topic: 'mcp' };
  if (positionals.length > 0) throw new UsageError(`mcp takes no '${positionals[0]}'.`, 'mcp');
  return { name: 'mcp' };
};

const readers = {
  check: readCheck,
  verify: readVerify,
  scan: readScan,
  preflight: readPreflight,
  apply: readApply,
  export: readExport,
  mcp: readMcp,
} as const;

/** Parses a command line. Throws UsageError with a message that says what to change. */
export const readCommandLine = (args: readonly string[]): Command => {
  const [first, ...rest] = args;
  if (first === undefined) throw new UsageError('No command specified.');
  if (first === '--version' || first === '-V') return { name: 'version' };
  if (first === '--help' || first === '-h' || first === 'help') {
    const [topic] = rest;
    return { name: 'help', topic: topic !== undefined && isCommandName(topic) ? topic : null };
  }
  if (first === 'collector') {
    throw new UsageError('The collector is a separate program. Install it with: npm install --global @notafter/collector');
  }
  if (isCommandName(first)) return readers[first](rest);
  if (first.startsWith('-')) throw new UsageError(`Unknown option '${first}'.`);
  const hint = /[.:]/.test(first) ? ` To check a host: notafter check ${first}` : '';
  throw new UsageError(`Unknown command '${first}'.${hint}`);
};
