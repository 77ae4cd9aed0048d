import { brandId, type UserId } from '@notafter/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPasskeys, type StoredPasskey } from './passkeys.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './testing/software-authenticator.ts';

const SITE = 'https://notafter.example';
const passkeys = createPasskeys(`${SITE}/`);
const owner = { id: brandId<'user'>('01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'), email: 'ada@example.com', name: 'Ada Lovelace' };
const somebodyElse: UserId = brandId('01989f0a-7c1e-7b42-9f60-3d1c5a2b8e11');

let key: SoftwareAuthenticator;
let stored: StoredPasskey;
beforeEach(async () => {
  key = createSoftwareAuthenticator(SITE);
  const options = await passkeys.registrationOptions(owner, []);
  const made = await passkeys.verifyRegistration(key.create(options), options.challenge);
  stored = made.verified ? made.passkey : expect.fail(made.reason);
});

it('asks the authenticator to store the key, to verify the user, and not to create a second key', async () => {
  const options = await passkeys.registrationOptions(owner, [stored]);
  expect(options).toMatchObject({
    rp: { id: 'notafter.example', name: 'Notafter' },
    user: { name: 'ada@example.com', displayName: 'Ada Lovelace' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: stored.credentialId, type: 'public-key' }],
  });
  expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(owner.id.replaceAll('-', ''));
  const login = await passkeys.loginOptions();
  expect(login).toMatchObject({ rpId: 'notafter.example', userVerification: 'required' });
  expect(login.allowCredentials ?? []).toEqual([]);
});

it('never sends the same challenge twice', async () => {
  const challenges = new Set((await Promise.all([1, 2, 3].map(() => passkeys.loginOptions()))).map(({ challenge }) => challenge));
  expect(challenges.size).toBe(3);
  for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
});

describe('registration', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: `${SITE}:8443` }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['nobody recognized', { userVerified: false }],
    ['nobody present', { userPresent: false }],
    ['an attestation with certificates', { format: 'apple' }],
  ])('refuses %s', async (_name, deviation) => {
    const options = await passkeys.registrationOptions(owner, []);
    const answer = createSoftwareAuthenticator(SITE).create(options, deviation);
    expect(await passkeys.verifyRegistration(answer, options.challenge)).toMatchObject({ verified: false, reason: expect.any(String) });
  });

  it('rejects the response to another challenge, and garbage', async () => {
    const options = await passkeys.registrationOptions(owner, []);
    const answer = key.create(options);
    expect(await passkeys.verifyRegistration(answer, 'another')).toMatchObject({ verified: false });
    for (const broken of ['', 'AAAA', 'oWNmbXRkbm9uZQ']) {
      const response = { ...answer.response, attestationObject: broken };
      expect(await passkeys.verifyRegistration({ ...answer, response }, options.challenge)).toMatchObject({ verified: false });
    }
  });
});

describe('sign-in', () => {
  const signIn = async (deviation = {}, userId = owner.id, passkey = stored) => {
    const options = await passkeys.loginOptions();
    return passkeys.verifyLogin(key.get(options, deviation), options.challenge, passkey, userId);
  };

  it('returns the counter to store', async () => {
    expect(await signIn()).toEqual({ verified: true, counter: 1 });
    expect(await signIn()).toEqual({ verified: true, counter: 2 });
  });

  it('accepts an authenticator without a counter', async () => {
    expect(await signIn({ counter: 0 })).toEqual({ verified: true, counter: 0 });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['a registration', { type: 'webauthn.create' }],
    ['nobody recognized', { userVerified: false }],
    ['another person’s handle', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['no handle', { userHandle: '' }],
  ])('refuses %s', async (_name, deviation) => {
    expect(await signIn(deviation)).toMatchObject({ verified: false });
  });

  it('rejects a counter that did not increase, because the key may be a copy', async () => {
    const used = { ...stored, counter: 5 };
    expect(await signIn({ counter: 5 }, owner.id, used)).toMatchObject({ verified: false, reason: expect.stringContaining('counter') });
    expect(await signIn({ counter: 0 }, owner.id, used)).toMatchObject({ verified: false });
    expect(await signIn({ counter: 6 }, owner.id, used)).toEqual({ verified: true, counter: 6 });
  });

  it('rejects another key, another person and another challenge', async () => {
    const other = createSoftwareAuthenticator(SITE);
    const options = await passkeys.registrationOptions(owner, []);
    const made = await passkeys.verifyRegistration(other.create(options), options.challenge);
    const theirs = made.verified ? made.passkey : expect.fail(made.reason);
    expect(await signIn({}, owner.id, { ...theirs, credentialId: stored.credentialId })).toMatchObject({ verified: false });
    expect(await signIn({}, somebodyElse)).toMatchObject({ verified: false });
    const login = await passkeys.loginOptions();
    expect(await passkeys.verifyLogin(key.get(login), 'another', stored, owner.id)).toMatchObject({ verified: false });
  });

  it('rejects garbage without throwing', async () => {
    const options = await passkeys.loginOptions();
    const answer = key.get(options);
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      for (const garbage of ['', 'AA', 'e30']) {
        const response = { ...answer.response, [field]: garbage };
        expect(await passkeys.verifyLogin({ ...answer, response }, options.challenge, stored, owner.id)).toMatchObject({ verified: false });
      }
    }
  });
});
