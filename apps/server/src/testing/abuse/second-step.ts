import { addMs, SECOND_MS } from '@notafter/domain';
import { beginTotp, confirmTotp } from '@notafter/features';
import { appCodeAt, makeUser, openAs, TEST_PASSWORD } from '@notafter/testing';
import { type Abuse, type AbuseStage, demand } from './abuse.ts';

const KIND = 'bypassing the second factor';

/** A person with an authenticator app in a new organization, and a thief who knows their password. */
const someoneWithApp = async (stage: AbuseStage) => {
  const { ctx } = stage;
  const user = await makeUser(ctx, (await stage.newWorld()).orgId, { role: 'viewer', password: TEST_PASSWORD });
  const person = await openAs(ctx, user);
  const { secret } = await beginTotp(person, { password: TEST_PASSWORD });
  await confirmTotp(person, { code: appCodeAt(secret, ctx.clock.now()) });
  ctx.clock.advance(30 * SECOND_MS);
  const code = appCodeAt(secret, ctx.clock.now());
  const passwordStep = async (from?: string): Promise<string> => {
    const json = { email: user.email, password: TEST_PASSWORD };
    const answer = await stage.send('/v1/accounts/login', { method: 'POST', json, ...(from === undefined ? {} : { from }) });
    demand(answer.status === 401 && answer.headers.get('set-cookie') === null, 'a password alone creates no session');
    const { challenge }: { challenge: string } = JSON.parse(answer.text);
    return challenge;
  };
  const codeStep = (challenge: string, typed: string, from?: string) =>
    stage.send('/v1/accounts/login/second-factor', {
      method: 'POST',
      json: { challenge, code: typed },
      ...(from === undefined ? {} : { from }),
    });
  // The codes that are valid now: the current step's and its neighbors'.
  const good = [-30, 0, 30].map((seconds) => appCodeAt(secret, addMs(ctx.clock.now(), seconds * SECOND_MS)));
  const wrong = ['000000', '000001', '000002', '000003'].find((other) => !good.includes(other)) ?? '';
  return { user, person, code, good, wrong, passwordStep, codeStep };
};

export const secondStep: readonly Abuse[] = [
  {
    kind: KIND,
    name: 'codes guessed from many places, with a challenge for every few',
    refusedWith: [429],
    changesOwn: true,
    attempt: async (stage) => {
      const { wrong, passwordStep, codeStep } = await someoneWithApp(stage);
      let last = await codeStep(await passwordStep('198.51.100.1'), wrong, '198.51.100.1');
      for (let n = 2; n <= 21; n += 1) last = await codeStep(await passwordStep(`198.51.100.${n}`), wrong, `198.51.100.${n}`);
      return [last];
    },
  },
  {
    kind: KIND,
    name: 'six codes for one challenge',
    refusedWith: [429],
    changesOwn: true,
    attempt: async (stage) => {
      const { wrong, code, passwordStep, codeStep } = await someoneWithApp(stage);
      const challenge = await passwordStep();
      for (let n = 0; n < 5; n += 1) await codeStep(challenge, wrong);
      return [await codeStep(challenge, code)];
    },
  },
  {
    kind: KIND,
    name: 'a challenge and a code, replayed',
    refusedWith: [400, 401],
    changesOwn: true,
    attempt: async (stage) => {
      const { code, passwordStep, codeStep } = await someoneWithApp(stage);
      const [first, second] = [await passwordStep(), await passwordStep()];
      demand((await codeStep(first, code)).status === 200, 'challenge and code sign in once');
      return [await codeStep(first, code), await codeStep(second, code)];
    },
  },
  {
    kind: KIND,
    name: 'a challenge with another person’s code, or another secret',
    refusedWith: [400, 401],
    changesOwn: true,
    attempt: async (stage) => {
      const [thief, owner] = [await someoneWithApp(stage), await someoneWithApp(stage)];
      const challenge = await owner.passwordStep();
      const [id = ''] = challenge.split('.');
      return [
        await owner.codeStep(challenge, owner.good.includes(thief.code) ? owner.wrong : thief.code),
        await owner.codeStep(`${id}.${'A'.repeat(43)}`, owner.code),
        await owner.codeStep(id, owner.code),
      ];
    },
  },
  {
    kind: KIND,
    name: 'a challenge from before the password was changed',
    refusedWith: [401],
    changesOwn: true,
    attempt: async (stage) => {
      const { person, code, passwordStep, codeStep } = await someoneWithApp(stage);
      const challenge = await passwordStep();
      const session = await stage.ctx.auth.createSession(stage.ctx.db, person.actor.userId, { ip: null, userAgent: null });
      const changed = await stage.send('/api/trpc/accounts.changePassword', {
        method: 'POST',
        json: { currentPassword: TEST_PASSWORD, password: 'slow green lantern' },
        headers: { cookie: `notafter_session=${session.token}`, 'sec-fetch-site': 'same-origin' },
      });
      demand(changed.status === 200, 'the password can be changed');
      return [await codeStep(challenge, code)];
    },
  },
];
