import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchFolder } from '../testing/scratch-folder.ts';
import { readConfiguration } from './read-configuration.ts';

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());
let path: string;
beforeAll(() => {
  path = scratch.write('notafter.yaml', '');
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
