import { expect, it } from 'vitest';
import { type Permission, permissions } from '../permissions/permissions.ts';
import { auditGroups, auditSentence, auditSentences, auditSubject } from './audit-sentences.ts';

const table: [string, Permission][] = Object.entries(permissions);
const told: Record<string, string> = auditSentences;

it('has a sentence for every write that a person or a key can be behind', () => {
  const silent = table.filter(([name, { kind, access }]) => kind === 'write' && access !== 'system' && told[name] === undefined);
  expect(silent.map(([name]) => name)).toEqual([]);
});

it('has none for what leaves no row, and a group for each', () => {
  expect(Object.keys(told).filter((name) => !Object.hasOwn(permissions, name))).toEqual([]);
  const groups = new Set(Object.keys(told).map((name) => name.split('/')[0]));
  expect([...groups].sort()).toEqual(Object.keys(auditGroups).sort());
});

it('says different things of different use cases', () => {
  expect(new Set(Object.values(told)).size).toBe(Object.keys(told).length);
});

it('names a use case it does not know', () => {
  expect(auditSentence('settings/add-token')).toBe('Made a token');
  expect(auditSentence('certificates/dance')).toBe('certificates/dance');
  expect(auditSentence('toString')).toBe('toString');
});

it('finds the subject in the detail', () => {
  expect(auditSubject({ domain: 'example.com', name: 'x' })).toBe('example.com');
  expect(auditSubject({ name: '', email: 'a@b.example' })).toBe('a@b.example');
  expect(auditSubject({ name: 3 })).toBeNull();
});
