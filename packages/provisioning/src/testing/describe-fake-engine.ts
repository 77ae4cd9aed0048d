import { type SolutionSlug, solutions } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceEngines } from '../engines/service-engines.ts';
import { type FakeAnswer, type FakeRequest, type HttpsFake, startHttpsFake } from './https-fake.ts';

const FIRST_PASSWORD = 'first: "password"';
const engines = createServiceEngines();
const { signal } = new AbortController();

export interface FakeAccount {
  password: string;
}

/** The promises of `ServiceEngines` for an engine that has no package here, on a fake of what its documentation and source say. */
export const describeFakeEngine = (
  solution: SolutionSlug,
  version: string,
  answerTo: (account: FakeAccount) => (request: FakeRequest) => FakeAnswer | null,
): void => {
  describe(`${solutions[solution].name} as documented`, () => {
    const account: FakeAccount = { password: FIRST_PASSWORD };
    let fake: HttpsFake;
    beforeAll(async () => {
      fake = await startHttpsFake(solution, answerTo(account));
    });
    afterAll(async () => {
      expect(fake.undocumented).toEqual([]);
      await fake.close();
    });
    const result = async (password: string) => (await engines.signIn(fake.access(password), signal)).result;

    it('says its version, and refuses a wrong password', async () => {
      expect(await engines.signIn(fake.access(FIRST_PASSWORD), signal)).toMatchObject({
        ...{ result: 'signed_in', version, fingerprint256: expect.stringMatching(/^[0-9A-F:]{95}$/) },
      });
      expect(await engines.signIn(fake.access('wrong'), signal)).toMatchObject({
        result: 'refused',
        reason: expect.stringContaining('password'),
      });
    });

    it('is unavailable to a client that expects another name, or another CA', async () => {
      const otherName = { ...fake.access(FIRST_PASSWORD), servername: 'other.example.test' };
      const otherAuthority = { ...fake.access(FIRST_PASSWORD), authority: fake.otherAuthority };
      for (const access of [otherName, otherAuthority]) {
        expect(await engines.signIn(access, signal)).toMatchObject({
          result: 'unavailable',
          reason: expect.stringContaining('certificate'),
        });
      }
    });

    it('takes a new password, more than once, and then refuses the old one', async () => {
      await engines.setPassword(fake.access(FIRST_PASSWORD), 'the second password', signal);
      await engines.setPassword(fake.access('the second password'), 'the second password', signal);
      expect([await result(FIRST_PASSWORD), await result('the second password')]).toEqual(['refused', 'signed_in']);
      await expect(engines.setPassword(fake.access('wrong'), 'the third password', signal)).rejects.toMatchObject({ fault: 'auth' });
      expect(account.password).toBe('the second password');
    });
  });
};
