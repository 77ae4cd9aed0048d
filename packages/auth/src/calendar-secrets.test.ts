import { brandId, type OrganizationId } from '@notafter/domain';
import { expect, it } from 'vitest';
import { createCalendarSecrets } from './calendar-secrets.ts';

const secrets = createCalendarSecrets('a fixed key for tests, 32 bytes.');
const orgId: OrganizationId = brandId('01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10');
const other: OrganizationId = brandId('01989f0a-7c1e-7b42-9f60-3d1c5a2b8e11');

it('contains its organization and is valid for one counter only', () => {
  const secret = secrets.sign(orgId, 1);
  expect(secret).toMatch(/^[\w-]{54}$/);
  expect(secrets.sign(orgId, 1)).toBe(secret);
  expect(secrets.organizationOf(secret)).toBe(orgId);
  expect(secrets.isGenuine(secret, orgId, 1)).toBe(true);
  expect(secrets.isGenuine(secret, orgId, 2)).toBe(false);
  expect(secrets.isGenuine(secret, other, 1)).toBe(false);
  expect(createCalendarSecrets('another key for tests, 32 bytes.').isGenuine(secret, orgId, 1)).toBe(false);
});

it.each(['', 'x', 'x'.repeat(54), `${secrets.sign(orgId, 1)}=`, `${secrets.sign(orgId, 1)} `, 'é'.repeat(54), '\u0000'])(
  'rejects %j',
  (secret) => {
    const named = secrets.organizationOf(secret);
    if (named !== null) expect(secrets.isGenuine(secret, named, 1)).toBe(false);
    expect(secrets.isGenuine(secret, orgId, 1)).toBe(false);
  },
);

it('rejects a secret with one changed character', () => {
  const secret = secrets.sign(orgId, 1);
  for (let at = 0; at < secret.length; at += 1) {
    const forged = `${secret.slice(0, at)}${secret[at] === 'A' ? 'B' : 'A'}${secret.slice(at + 1)}`;
    expect(secrets.isGenuine(forged, orgId, 1)).toBe(false);
  }
});
