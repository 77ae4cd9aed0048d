import { UsageError } from '@notafter/command-line';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { runNotafter } from './testing/run-notafter.ts';

const refusalOf = (args: readonly string[]): UsageError => {
  try {
    readCommandLine(args);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`${args.join(' ')} was accepted`);
};

describe('a usage error', () => {
  it.each([
    [[], 'No command specified.'],
    [['chek', 'example.com'], "Unknown command 'chek'."],
    [['example.com'], 'notafter check example.com'],
    [['collector', 'run'], 'npm install --global @notafter/collector'],
    [['--json'], "Unknown option '--json'."],
    [['add'], 'add requires one of HOST, --certificate FILE and --date DATE.'],
    [['add', 'a.test', '--date', '2027-01-31'], 'add requires one of'],
    [['add', 'https://a.test'], 'Enter domain without http:// or https://'],
    [['add', 'a.test', '--name', 'A'], '--name requires --certificate or --date.'],
    [['add', 'a.test', '--tag', 'a=b'], '--tag requires --certificate or --date.'],
    [['add', '--date', '2027-01-31'], '--date requires --name NAME.'],
    [
      ['add', '--date', '2027-02-31', '--name', 'A'],
      "--date expects an ISO date such as 2026-12-31 or 2026-12-31T12:00:00Z, not '2027-02-31'.",
    ],
    [['add', '--certificate', 'a.pem', '--issuer', 'A'], '--issuer requires --date.'],
    [['add', '--certificate', 'a.pem', '--tag', 'web'], "--tag expects NAME=VALUE, not 'web'."],
    [['check', '--jsn', 'example.com'], "Unknown option '--jsn'."],
    [['check', 'https://example.com'], 'Enter domain without http:// or https://'],
    [['check', 'ok.test', 'example.com:0'], "'example.com:0': '0' is not a port"],
    [['check', 'example.com', '--warn', 'soon'], '--warn expects a whole number of days'],
    [['check', 'example.com', '--crit=-1'], '--crit expects a whole number of days'],
    [['check', 'example.com', '--connect', 'other.test'], '--connect expects an IP address'],
    [['check', 'example.com', '--connect'], "Option '--connect <value>' argument missing."],
    [['check', 'example.com', '--servername', 'a b'], '--servername: '],
    [['check', 'example.com', '--servername', 'a.test:443'], 'Enter the name without a port.'],
    [['check', 'imap://mail.test', '--starttls', 'smtp'], 'The domain and the field protocol say different things.'],
    [['check', 'example.com', '--starttls', 'gopher'], '--starttls expects one of smtp, imap'],
    [['check', 'example.com', '--timeout', '0'], '--timeout expects seconds up to 600, such as 7.5'],
    [['scan', 'example.com', '-t', '10s'], '--timeout expects seconds up to 600, such as 10,'],
    [['check', 'example.com', '--all-addresses', '--connect', '192.0.2.1'], 'cannot be combined'],
    [['verify'], 'verify requires exactly one PEM file'],
    [['verify', 'a.pem', 'b.pem'], 'verify requires exactly one PEM file'],
    [['verify', 'a.pem', '--at', 'tomorrow'], '--at expects an ISO date such as'],
    [['verify', 'a.pem', '--at', '2026-02-30'], '--at expects an ISO date such as'],
    [['verify', 'a.pem', '--at', '2026-13-01'], '--at expects an ISO date such as'],
    [['verify', 'a.pem', '--host', '*.example.com'], '--host: '],
    [['verify', 'a.pem', '--profile', 'lax'], "--profile expects one of browser, strict, not 'lax'."],
    [['verify', 'a.pem', '--purpose', 'mail'], "--purpose expects one of server, client, not 'mail'."],
    [['verify', 'a.pem', '--max-depth', '1'], '--max-depth requires --profile strict.'],
    [['verify', 'a.pem', '--profile', 'strict', '--max-depth', 'x'], '--max-depth expects a number of intermediates'],
    [['scan'], 'scan requires exactly one HOST or HOST:PORT.'],
    [['scan', 'a.test', 'b.test'], 'scan requires exactly one HOST or HOST:PORT.'],
  ])('%j', (args, text) => {
    expect(refusalOf(args).message).toContain(text);
  });

  it('goes to stderr with a pointer to the help, exit code 3', async () => {
    expect(await runNotafter(['check', 'example.com', '--warn', 'soon'])).toEqual({
      code: 3,
      stdout: '',
      stderr:
        "notafter: --warn expects a whole number of days, such as 30, not 'soon'.\nTry 'notafter check --help' for more information.\n",
    });
  });
});

describe('targets and options accept common spellings', () => {
  it.each([
    [['check', 'Example.COM.'], { host: 'example.com', port: 443 }],
    [['check', 'münchen.example:8443'], { host: 'xn--mnchen-3ya.example', port: 8443 }],
    [['check', '[2001:DB8::1]'], { host: '2001:db8::1', port: 443 }],
    [['check', 'mail.test', '--starttls', 'smtp'], { host: 'mail.test', port: 25, protocol: 'smtp' }],
    [['check', 'smtp://mail.test'], { host: 'mail.test', port: 25, protocol: 'smtp' }],
    [['check', 'smtp://mail.test:587', '--starttls', 'smtp'], { host: 'mail.test', port: 587, protocol: 'smtp' }],
    [['check', 'db?servername=db.test', '--connect', '192.0.2.1'], { host: 'db', port: 443, servername: 'db.test', address: '192.0.2.1' }],
    [['check', 'mail.test:443', '--starttls', 'smtp'], { host: 'mail.test', port: 443, protocol: 'smtp' }],
    [['check', '[::1]:443', '--starttls', 'imap'], { host: '::1', port: 443, protocol: 'imap' }],
    [['check', '[::1]', '--starttls', 'imap'], { host: '::1', port: 143, protocol: 'imap' }],
  ])('%j', (args, target) => {
    expect(readCommandLine(args)).toMatchObject({ targets: [{ target }] });
  });

  it.each([
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T12:00', '2027-01-01T12:00:00.000Z'],
    ['2027-01-01T12:00:00Z', '2027-01-01T12:00:00.000Z'],
    ['2027-01-01T12:00:00+02:00', '2027-01-01T10:00:00.000Z'],
    ['2027-01-01 12:00:00', '2027-01-01T12:00:00.000Z'],
  ])('--at %s is %s', (text, instant) => {
    expect(readCommandLine(['verify', 'a.pem', '--at', text])).toMatchObject({ at: new Date(instant) });
  });

  it('--host accepts an IPv6 address with and without brackets', () => {
    for (const host of ['2001:db8::1', '[2001:db8::1]']) {
      expect(readCommandLine(['verify', 'a.pem', '--host', host])).toMatchObject({ host: '2001:db8::1' });
    }
  });
});

describe('help', () => {
  it.each([
    [['--help'], 'Usage:\n  notafter check'],
    [['help', 'verify'], 'Usage: notafter verify'],
    [['check', '--help'], 'Usage: notafter check'],
    [['verify', '-h'], 'Usage: notafter verify'],
    [['scan', '--help'], 'Usage: notafter scan'],
  ])('%j prints to stdout and exits with 0', async (args, text) => {
    const { code, stdout, stderr } = await runNotafter(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(text);
    // Fits an 80-column terminal with a margin.
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('--version prints the package version', async () => {
    expect(await runNotafter(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^notafter \d+\.\d+\.\d+\n$/) });
  });
});
