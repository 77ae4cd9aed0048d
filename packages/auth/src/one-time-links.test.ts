import { brandId } from '@notafter/domain';
import { expect, it } from 'vitest';
import { createEmailChangeLinks, createOneTimeLinks } from './one-time-links.ts';

const id = brandId<'one-time-link'>('0198a7a2-1111-7222-8333-444455556666');
const links = createOneTimeLinks('a secret of at least sixteen bytes');
const token = links.sign('password-reset', id);

it('reads back a signed ID', () => {
  expect(links.read('password-reset', token)).toBe(id);
});

it('is the same token every time, so that a job can compute it again', () => {
  expect(links.sign('password-reset', id)).toBe(token);
});

it('rejects a token for another purpose', () => {
  expect(links.read('account-activation', token)).toBeNull();
});

it('rejects a token signed with another key', () => {
  expect(createOneTimeLinks('another secret of sixteen bytes').read('password-reset', token)).toBeNull();
});

it.each([
  ['nothing', ''],
  ['an ID alone', id],
  ['an empty signature', `${id}.`],
  ['a cut signature', token.slice(0, -1)],
  ['a longer signature', `${token}A`],
  ['padding', `${token}=`],
  ['a third part', `${token}.x`],
  ['another id', token.replace('1111', '1112')],
  ['upper case', token.toUpperCase()],
  ['a flipped bit', `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`],
  ['control characters', `${token}\0`],
])('refuses %s', (_name, garbled) => {
  expect(links.read('password-reset', garbled)).toBeNull();
});

it('throws for a key that is too short', () => {
  expect(() => createOneTimeLinks('short')).toThrow('SECRET_KEY has 5 bytes; it needs at least 16.');
});

it('confirms a change of address with a separate link for each address', () => {
  const changeId = brandId<'email-change'>('0198a7a2-1111-7222-8333-444455556666');
  const changes = createEmailChangeLinks('a secret of at least sixteen bytes');
  expect(changes.read('old', changes.sign('old', changeId))).toBe(changeId);
  expect(changes.read('new', changes.sign('old', changeId))).toBeNull();
  expect(changes.read('new', token)).toBeNull();
});
