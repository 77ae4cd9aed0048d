import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { UsageError } from '@notafter/command-line';
import { DomainError, type TargetParts, targetWith } from '@notafter/domain';
import { type CommandName, isCommandName } from './command-names.ts';
import type { AddCommand, Command, VerifyProfile } from './commands.ts';
import { readDays, readInstant, readTimeout } from './option-values.ts';
import { readHost } from './read-host.ts';
import { isStartTls, type StartTls, startTlsNames } from './starttls.ts';

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
  add: {
    ...shared,
    certificate: { type: 'string' },
    date: { type: 'string' },
    name: { type: 'string' },
    issuer: { type: 'string' },
    tag: { type: 'string', multiple: true },
  },
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
    at: readInstant('--at', values.at, 'verify'),
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

const readTags = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (name === undefined || value === undefined) throw new UsageError(`--tag expects NAME=VALUE, not '${text}'.`, 'add');
      return [name, value];
    }),
  );

const readAdded = (
  [host, ...more]: readonly string[],
  { certificate, date, name, issuer }: Partial<Record<'certificate' | 'date' | 'name' | 'issuer', string>>,
): AddCommand['added'] => {
  const given = [host, certificate, date].filter((each) => each !== undefined);
  if (given.length !== 1 || more.length > 0) throw new UsageError('add requires one of HOST, --certificate FILE and --date DATE.', 'add');
  if (issuer !== undefined && date === undefined) throw new UsageError('--issuer requires --date.', 'add');
  if (host !== undefined) {
    if (name !== undefined) throw new UsageError('--name requires --certificate or --date.', 'add');
    reading('add', `'${host}'`, () => targetWith(host, {}));
    return { kind: 'endpoint', domain: host };
  }
  if (certificate !== undefined) return { kind: 'upload', file: certificate, name: name ?? null };
  const expires = readInstant('--date', date, 'add');
  if (expires === null || name === undefined) throw new UsageError('--date requires --name NAME.', 'add');
  return { kind: 'date', name, expires, issuer: issuer ?? null };
};

const readAdd = (args: readonly string[]): Command => {
  const { values, positionals } = parse('add', args);
  if (values.help === true) return { name: 'help', topic: 'add' };
  const { tag = [], json = false, ...named } = values;
  if (positionals.length > 0 && tag.length > 0)
    throw new UsageError('--tag requires --certificate or --date. notafter apply sets tags of hosts.', 'add');
  return { name: 'add', added: readAdded(positionals, named), tags: readTags(tag), json };
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
  add: readAdd,
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
