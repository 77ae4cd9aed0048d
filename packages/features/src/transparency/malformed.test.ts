import { addMs, DAY_MS, type Issuance } from '@notafter/domain';
import { expect, it } from 'vitest';
import { getIssuance } from './get-issuance.ts';
import { judgeIssuance } from './judge-issuance.ts';
import { transparencyStage } from './testing/transparency-stage.ts';

const { now, host, monitor, issued, log, watchLearned, states, raised, sweep, idOf, ctx, org } = transparencyStage();

/** As `readIssuance` returns a certificate of which it can only find names. */
const unreadable = {
  ...{ unreadable: 'Data is missing.', issuer: '', issuerOrganization: null, issuerCommonName: null, serialNumber: '', spkiSha256: '' },
  ...{ notBefore: null, notAfter: null },
} satisfies Partial<Issuance>;

it('a malformed certificate wakes people until they judge it, however long that takes', async () => {
  await monitor();
  await watchLearned();
  await log(issued('malformed', unreadable));
  await sweep();
  ctx().clock.advance(1_000 * DAY_MS);
  await sweep();
  expect(await states()).toEqual(['unknown malformed']);
  const summary = 'Certificate issued by an unnamed CA, which is malformed';
  expect(await raised()).toEqual([{ rule: 'unknown_issuance', name: host(), summary, resolution: null }]);
  const id = await idOf('malformed');
  expect((await getIssuance(org(), { id })).issuance).toMatchObject({ notBefore: null, notAfter: null, isAlerted: true });
  await judgeIssuance(org(), { id, verdict: 'ours' });
  await sweep();
  expect(await raised()).toMatchObject([{ resolution: 'recovered' }]);
});

it('a malformed certificate never is a precedent, and one that looks like a renewal is unknown', async () => {
  await monitor();
  await watchLearned();
  await log(issued('malformed', unreadable));
  await judgeIssuance(org(), { id: await idOf('malformed'), verdict: 'ours' });
  await log(
    issued('again', { ...unreadable, names: [host('other')] }),
    issued('in part', { unreadable: 'Data is missing.' }),
    issued('renewal', { notBefore: addMs(now(), 1) }),
  );
  expect(await states()).toEqual(['unknown malformed', 'unknown malformed', 'unknown malformed', 'expected']);
});
