import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { clientRulesInput } from '../client-rules.input.ts';
import { type ClientRules, clientIds } from '../client-rules.ts';
import { clientTable } from './client-table.ts';

it('is valid as a file, and each fact names its source', () => {
  const file: unknown = JSON.parse(JSON.stringify(clientTable));
  expect(clientRulesInput.parse(file)).toEqual(clientTable);
});

it('can name private CAs to ask, and asks none in a file from before', () => {
  const ca = { name: 'Ours', issuers: ['Ours Inc'], directory: 'https://acme.int/directory', source: clientTable.clientAuthEnds.source };
  expect(clientRulesInput.parse({ ...clientTable, renewalInfo: [ca] }).renewalInfo).toEqual([{ ...ca, issuers: ['ours inc'] }]);
  const { renewalInfo: _none, ...before } = clientTable;
  expect(clientRulesInput.parse(before).renewalInfo).toEqual([]);
});

it('knows every root and client that it names', () => {
  const roots = new Set(clientTable.roots.map(({ sha256 }) => sha256));
  const named = [
    ...clientTable.rootRules.flatMap((rule) => ('roots' in rule ? rule.roots : rule.kind === 'term' ? rule.except : [])),
    ...clientTable.stores.flatMap(({ lacks }) => lacks),
  ];
  expect(named.filter((root) => !roots.has(root))).toEqual([]);
  expect(roots.size).toBe(clientTable.roots.length);
  expect(clientTable.clients.map(({ id }) => id)).toEqual(clientIds);
});

it('lists each log once, with limits and dates in order', () => {
  const { logs } = clientTable.ctLogs;
  expect(new Set(logs.map(({ id }) => id)).size).toBe(logs.length);
  expect(logs.filter(({ id }) => Buffer.from(id, 'base64').length !== 32)).toEqual([]);
  for (const dates of [
    clientTable.lifetimes.limits.map(({ from }) => from),
    clientTable.validationReuse.limits.map(({ from }) => from),
    clientTable.dates.map(({ on }) => on),
  ]) {
    expect(dates.toSorted()).toEqual(dates);
  }
});

it('has the key of each log but four, whose ID is its hash', () => {
  const { logs, keys } = clientTable.ctLogs;
  const hashed = new Set(keys.map((key) => createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64')));
  expect(logs.filter(({ id }) => !hashed.has(id)).map(({ name }) => name)).toEqual(
    ['2026h1a', '2026h2a', '2027h1a', '2027h2a'].map((shard) => `Cloudflare Raio${shard}`),
  );
  expect(hashed.size).toBe(logs.length - 4);
});

it.each<[string, (table: ClientRules) => unknown, string]>([
  ['an unknown rule', (table) => ({ ...table, rootRules: [{ ...table.rootRules[0], kind: 'never' }] }), 'rootRules'],
  ['a CA without TLS', (table) => ({ ...table, renewalInfo: [{ ...table.renewalInfo[0], directory: 'http://acme.int/' }] }), 'renewalInfo'],
  ['an unknown client', (table) => ({ ...table, clients: [{ ...table.clients[0], id: 'lynx' }] }), 'clients'],
  ['a client twice', (table) => ({ ...table, clients: [table.clients[0], table.clients[0]] }), 'clients'],
  ['a fingerprint with colons', (table) => ({ ...table, roots: [{ sha256: 'AA:BB', name: 'Root', key: '2020-01-01' }] }), 'roots'],
  ['a fact without its source', (table) => ({ ...table, dates: [{ on: '2027-01-01', text: 'It changes.' }] }), 'dates'],
  ['a misspelled field', (table) => ({ ...table, date: [] }), ''],
])('as a file, %s is refused', (_name, change, path) => {
  const parsed = clientRulesInput.safeParse(change(clientTable));
  expect(parsed.success).toBe(false);
  expect(parsed.error?.issues[0]?.path.join('.').split('.')[0]).toBe(path);
});
