import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type ConnectionTarget, connectionLines } from './connection-lines.ts';
import { quoteConninfo, quoteEnv, quoteShell } from './quoting.ts';
import { solutionSlugs, solutions } from './solutions.ts';

const target = (solution: ConnectionTarget['solution'], changes: Partial<ConnectionTarget> = {}): ConnectionTarget => ({
  solution,
  host: 'pg-7f3a91c2.svc.example.com',
  ports: solutions[solution].ports.map(({ name, port }) => ({ name, port })),
  user: solutions[solution].defaultUser ?? 'me@example.com',
  caFile: 'pg-7f3a91c2-ca.pem',
  ...changes,
});
const textOf = (id: string, of: ConnectionTarget): string | undefined => connectionLines(of).find((line) => line.id === id)?.text;

describe('the lines of PostgreSQL', () => {
  it('verify the certificate and the host name', () => {
    expect(textOf('psql', target('postgres'))).toBe(
      'psql "host=pg-7f3a91c2.svc.example.com port=5432 user=postgres dbname=postgres sslmode=verify-full sslrootcert=pg-7f3a91c2-ca.pem"',
    );
    expect(textOf('uri', target('postgres'))).toBe(
      'postgresql://postgres@pg-7f3a91c2.svc.example.com:5432/postgres?sslmode=verify-full&sslrootcert=pg-7f3a91c2-ca.pem',
    );
    expect(textOf('jdbc', target('postgres'))).toBe(
      'jdbc:postgresql://pg-7f3a91c2.svc.example.com:5432/postgres?user=postgres&sslmode=verify-full&sslrootcert=pg-7f3a91c2-ca.pem',
    );
    expect(textOf('env', target('postgres'))?.split('\n')).toEqual([
      'PGHOST=pg-7f3a91c2.svc.example.com',
      'PGPORT=5432',
      'PGUSER=postgres',
      'PGPASSWORD=',
      'PGDATABASE=postgres',
      'PGSSLMODE=verify-full',
      'PGSSLROOTCERT=pg-7f3a91c2-ca.pem',
    ]);
  });

  it('name the clients of the languages', () => {
    expect(connectionLines(target('postgres')).map(({ label }) => label)).toEqual(['psql', 'URI', '.env', 'JDBC', 'Python', 'Node', 'Go']);
  });

  it('hand Node an address to verify, which it would not know otherwise', () => {
    expect(textOf('node', target('postgres', { host: '192.0.2.7' }))).toContain('checkServerIdentity("192.0.2.7", certificate)');
    expect(textOf('node', target('postgres'))).not.toContain('checkServerIdentity');
  });

  it('use the database that QuestDB has', () => {
    expect(textOf('psql', target('questdb'))).toContain('port=8812 user=admin dbname=qdb sslmode=verify-full');
  });

  it('put brackets around an IPv6 address only where a port follows', () => {
    const six = target('postgres', { host: '2001:db8::7' });
    expect(textOf('uri', six)).toContain('@[2001:db8::7]:5432/');
    expect(textOf('psql', six)).toContain('"host=2001:db8::7 port=5432 ');
  });
});

describe.each(solutionSlugs)('the lines of %s', (solution) => {
  const lines = connectionLines(target(solution));

  it('have unique names', () => {
    expect(lines.length).toBeGreaterThan(2);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });

  it('trust the CA file and nothing less', () => {
    const trusting = lines.filter(({ id }) => !['url', 'uri'].includes(id) || solution === 'postgres');
    expect(trusting.filter(({ text }) => !text.includes('pg-7f3a91c2-ca.pem'))).toEqual([]);
    expect(lines.filter(({ text }) => /insecure|rejectUnauthorized|verify=False|trustServerCertificate/i.test(text))).toEqual([]);
  });
});

it('has no line for a client that would not verify an address', () => {
  const idsAt = (host: string) => connectionLines(target('mysql', { host })).map(({ id }) => id);
  expect(idsAt('db.example.com')).toContain('node');
  for (const host of ['192.0.2.7', '2001:db8::7']) expect(idsAt(host)).not.toContain('node');
});

it('has no line for a service without a port', () => {
  expect(connectionLines(target('postgres', { ports: [] }))).toEqual([]);
});

it('names each port of RabbitMQ', () => {
  const rabbit = target('rabbitmq');
  expect(['uri', 'url', 'mqtt'].map((id) => textOf(id, rabbit))).toEqual([
    'amqps://rabbitadmin@pg-7f3a91c2.svc.example.com:5672/',
    'https://pg-7f3a91c2.svc.example.com:443/',
    expect.stringContaining('--port 1883 '),
  ]);
});

const hostile = [
  'plain-1.2',
  'two words',
  "it's",
  '$(reboot)',
  '`id`',
  'a"b',
  'back\\slash',
  '!history',
  '*',
  '',
  'line\nbreak',
  '; rm -rf /',
  'ü@ex.org',
];

describe('quoting', () => {
  it.each(hostile)('hands %j to a shell as it is', (text) => {
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoteShell(text)}`], { encoding: 'utf8' })).toBe(text);
    expect(execFileSync('/bin/sh', ['-c', `V=${quoteEnv(text)}; printf %s "$V"`], { encoding: 'utf8' })).toBe(text);
  });

  it('hands the user of a first sign-in to curl as it is', () => {
    const user = `o'neil+"$x"@example.com`;
    const curl = textOf('curl', target('metabase', { user })) ?? '';
    const shown = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curl}`], { encoding: 'utf8' });
    expect(shown.split('\n')).toEqual([
      '--cacert',
      'pg-7f3a91c2-ca.pem',
      '--user',
      user,
      'https://pg-7f3a91c2.svc.example.com:443/api/health',
      '',
    ]);
  });

  it.each([
    ['plain', 'plain'],
    ['', "''"],
    ["it's", "'it\\'s'"],
    ['a b\\c', "'a b\\\\c'"],
  ])('writes %j into a connection string as %s', (text, quoted) => {
    expect(quoteConninfo(text)).toBe(quoted);
  });
});
