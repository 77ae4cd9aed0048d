import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchFolder } from '../testing/scratch-folder.ts';
import { readConfiguration } from './read-configuration.ts';

const PEM = `-----BEGIN CERTIFICATE-----\n${
  'MIIBiTCCATCgAwIBAgIUX/zCH6xZgt2ArRcYkt5NGsDvrCIwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGYS50ZXN0MB4XDTI2MTEyOTAxNTQyMF' +
  'oXDTI2MTIyOTAxNTQyMFowETEPMA0GA1UEAwwGYS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEFpwCBPq0NBzXUAmjuVApbo7rspZ1' +
  'LkMX0KXoMkmrWYxzVtVq7BxbifkTSuG3GBPvAKJ+zfY6VYm8sr39ymErsqNmMGQwHQYDVR0OBBYEFEZbe7YZXh3GV0oLoOyRKnTFwQUjMB8GA1' +
  'UdIwQYMBaAFEZbe7YZXh3GV0oLoOyRKnTFwQUjMA8GA1UdEwEB/wQFMAMBAf8wEQYDVR0RBAowCIIGYS50ZXN0MAoGCCqGSM49BAMCA0cAMEQC' +
  'ICrolt5aiS/K738Koq3GubIpoLbR911i+t61keP4M/SbAiAW4hQokoc/Xf3/7XFNSD6oArI2hnsWEBXtVszxRZFYXA=='
}\n-----END CERTIFICATE-----\n`;
const KEY = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJqhqhrIcZp6T3mW4Lw0CgUy\n-----END PRIVATE KEY-----\n';

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());
let path: string;
beforeAll(() => {
  path = scratch.write('notafter.yaml', '');
  scratch.write('with-key.pem', `# both\n${KEY}${PEM}`);
  scratch.write('secret.txt', 'https://hooks.example/from-a-file\n');
});

const read = (text: string, env: Record<string, string> = {}) => readConfiguration(text, { path, env });
const problemsOf = (text: string): string[] => {
  const result = read(text);
  return result.kind === 'read' ? [] : result.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
};

it('reads objects, and secrets from variables and files', () => {
  const text = `
channels:
  - { key: a, type: slack, name: A, settings: { webhook: { env: HOOK } } }
  - { key: b, type: slack, name: B, settings: { webhook: { file: secret.txt } } }
  - { key: c, type: email, name: C, settings: { email: team@example.com } }
`;
  expect(read(text, { HOOK: 'https://hooks.example/from-a-variable' })).toMatchObject({
    kind: 'read',
    value: {
      channels: [
        { settings: { webhook: 'https://hooks.example/from-a-variable' } },
        { settings: { webhook: 'https://hooks.example/from-a-file' } },
        { settings: { email: 'team@example.com' } },
      ],
    },
  });
  expect(read('')).toMatchObject({ kind: 'read', value: {} });
});

it('reads certificates from files and texts, without private keys', () => {
  const certificate = PEM.replaceAll(/^/gm, '        ');
  const text = `
uploads:
  - { key: a, name: A, certificate: { file: with-key.pem } }
  - key: b
    name: B
    certificate: |
${certificate}
dates:
  - { key: c, name: C, expires: 2027-01-31 }
  - { key: d, name: D, expires: 2027-01-31T12:00:00+01:00, issuer: Acme }
`;
  const result = read(text);
  expect(result).toMatchObject({
    kind: 'read',
    value: {
      uploads: [{ certificate: PEM }, { certificate: PEM }],
      dates: [{ expires: '2027-01-31' }, { expires: '2027-01-31T12:00:00+01:00', issuer: 'Acme' }],
    },
  });
  expect(JSON.stringify(result)).not.toContain('MC4CAQ');
});

describe('a file with a problem is refused with its place', () => {
  const endpoint = (fields: string) => `endpoints:\n  - key: shop\n    domain: shop.example\n    ${fields}\n`;
  it.each([
    ['a tab', 'endpoints:\n\t- key: a\n', '2:1: '],
    ['an open bracket', 'endpoints: [\n', '2:1: '],
    ['an open quote', 'alerts: "days\n', '2:1: '],
    ['a key twice', 'endpoints: []\nendpoints: []\n', '2:1: Map keys must be unique'],
    ['an unknown alias', 'endpoints: *all\n', "1:12: No anchor before it is called 'all'."],
    ['two documents', 'endpoints: []\n---\nendpoints: []\n', '2:1: '],
    ['a list at the top', '- a\n', '1:1: Invalid input: expected object'],
    ['a text at the top', 'hello\n', '1:1: Invalid input: expected object'],
    ['an unknown list', 'endpoint:\n  - key: a\n', "1:1: 'endpoint' is not a field here."],
    ['an unknown field', endpoint('port: 443'), "4:5: 'port' is not a field here."],
    ['a map for a list', 'endpoints:\n  key: a\n', '2:3: endpoints: Invalid input: expected array'],
    ['no key', 'endpoints:\n  - domain: a.example\n', '2:5: endpoints[0].key: '],
    ['a number as a key', 'endpoints:\n  - key: 7\n    domain: a.example\n', '2:10: endpoints[0].key: '],
    ['a key with a blank', 'endpoints:\n  - key: a b\n    domain: a.example\n', '2:10: endpoints[0].key: Use 1 to 100 of'],
    [
      'a key twice in a list',
      'environments:\n  - { key: a, name: A }\n  - { key: a, name: B }\n',
      '3:12: environments[1].key: Another object',
    ],
    [
      'a name twice',
      'environments:\n  - { key: a, name: A }\n  - { key: b, name: a }\n',
      '3:21: environments[1].name: Another environment',
    ],
    ['an empty name', 'environments:\n  - key: a\n    name: ""\n', '3:11: environments[0].name: Enter a name.'],
    ['a long name', `environments:\n  - key: a\n    name: ${'n'.repeat(300)}\n`, '3:11: environments[0].name: has at most'],
    [
      'a URL as a domain',
      'endpoints:\n  - key: a\n    domain: https://a.example\n',
      '3:13: endpoints[0].domain: Enter domain without http',
    ],
    ['a wildcard', 'endpoints:\n  - key: a\n    domain: "*.a.example"\n', '3:13: endpoints[0].domain: '],
    [
      'a domain twice',
      'endpoints:\n  - { key: a, domain: a.example }\n  - { key: b, domain: "a.example:443" }\n',
      '3:23: endpoints[1].domain: Another',
    ],
    ['an unknown environment', endpoint('environment: prod'), "4:18: endpoints[0].environment: No environment has the key 'prod'."],
    ['a tag that is a number', endpoint('tags: { tier: 1 }'), '4:19: endpoints[0].tags.tier: '],
    ['a tag without a name', endpoint('tags: { "": x }'), '4:11: endpoints[0].tags: A tag needs a name.'],
    ['an unknown type', 'channels:\n  - { key: a, type: pigeon, name: A }\n', '2:21: channels[0].type: '],
    [
      'a setting of another type',
      'channels:\n  - key: a\n    type: email\n    name: A\n    settings: { webhook: x }\n',
      '5:26: channels[0].settings.webhook: ',
    ],
    [
      'a secret in clear',
      'channels:\n  - key: a\n    type: slack\n    name: A\n    settings: { webhook: https://hooks.example/x }\n',
      '5:26: channels[0].settings.webhook: A secret does not belong',
    ],
    [
      'a variable that is not set',
      'channels:\n  - key: a\n    type: slack\n    name: A\n    settings: { webhook: { env: HOOK } }\n',
      '5:26: channels[0].settings.webhook: The variable HOOK is not set.',
    ],
    [
      'a file that is not there',
      'channels:\n  - key: a\n    type: slack\n    name: A\n    settings: { webhook: { file: no.txt } }\n',
      '5:26: channels[0].settings.webhook: no.txt cannot be read: ENOENT.',
    ],
    [
      'a reference of another kind',
      'channels:\n  - key: a\n    type: slack\n    name: A\n    settings: { webhook: { vault: x } }\n',
      '5:26: channels[0].settings.webhook: Write { env: NAME }',
    ],
    ['a route to nobody', 'routes:\n  - { key: a, tag: a=b, channels: [] }\n', '2:35: routes[0].channels: Name at least one channel.'],
    [
      'a route to an unknown channel',
      'routes:\n  - { key: a, tag: a=b, channels: [x] }\n',
      "2:36: routes[0].channels[0]: No channel has the key 'x'.",
    ],
    ['a route without a subject', 'routes:\n  - { key: a, channels: [x] }\n', '2:5: routes[0]: Name a tag or an environment.'],
    [
      'a certificate that is not there',
      'uploads:\n  - { key: a, name: A, certificate: { file: no.pem } }\n',
      '2:37: uploads[0].certificate: no.pem cannot be read: ENOENT.',
    ],
    [
      'a file without a certificate',
      'uploads:\n  - { key: a, name: A, certificate: { file: secret.txt } }\n',
      '2:37: uploads[0].certificate: secret.txt has no certificate',
    ],
    [
      'a private key in the file',
      `uploads:\n  - key: a\n    name: A\n    certificate: "${KEY.replaceAll('\n', '\\n')}"\n`,
      '4:18: uploads[0].certificate: A private key does not belong into the file.',
    ],
    [
      'another reference to a certificate',
      'uploads:\n  - { key: a, name: A, certificate: { env: X } }\n',
      '2:37: uploads[0].certificate: Write { file: PATH }',
    ],
    [
      'one name for an upload and a date',
      'uploads:\n  - { key: a, name: A, certificate: { file: with-key.pem } }\ndates:\n  - { key: a, name: A, expires: 2027-01-31 }\n',
      '4:21: dates[0].name: Another upload or date has this name.',
    ],
    ['a date that is none', 'dates:\n  - { key: a, name: A, expires: soon }\n', '2:33: dates[0].expires: Write a day'],
    ['a day that is not an alert day', 'alerts:\n  days: [30, 5]\n', '2:14: alerts.days[1]: must be one of'],
  ])('%s', (_name, text, problem) => {
    expect(problemsOf(text).filter((line) => line.startsWith(problem))).toHaveLength(1);
  });

  it('with every problem, in the order of the lines', () => {
    const text = 'endpoints:\n  - { key: A, domain: a.example }\n  - { key: b, domain: "a b" }\nroutes: 3\n';
    expect(problemsOf(text).map((line) => line.split(':')[0])).toEqual(['2', '4']);
    expect(problemsOf(text.replace('key: A', 'key: a').replace('routes: 3\n', ''))[0]).toMatch(/^3:23: endpoints\[1\]\.domain: /);
  });

  it('and a bomb of aliases does not fill the memory', () => {
    const levels = Array.from({ length: 30 }, (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`).join(', ')}]`);
    expect(problemsOf(`a0: &a0 x\n${levels.join('\n')}\n`)[0]).toContain('alias');
  });
});
