import { transparencyLogs } from '@notafter/db';
import { type ClientFacts, MINUTE_MS } from '@notafter/domain';
import { servedObservation } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCertificate } from '../certificates/add-certificate.ts';
import { followLog } from './follow-log.ts';
import { getIssuance } from './get-issuance.ts';
import { one, transparencyStage, two } from './testing/transparency-stage.ts';

const { world, now, host, served, monitor, setKey, issued, log, watchLearned, idOf, ctx, org } = transparencyStage();

const sctsOf = async (label: string) => (await getIssuance(org(), { id: await idOf(label) })).issuance.scts;

it('an issuance has the timestamps of its certificate, with their logs, as soon as that is found', async () => {
  await monitor();
  await watchLearned();
  const pre = issued('renewal');
  await log(pre);
  expect(await sctsOf('renewal')).toBeNull();
  const at = now().toISOString();
  const scts = [one.id, 'dW5rbm93bg=='].map((id) => ({ log: id, at, by: 'embedded' as const }));
  world().logs.set(two.id, [{ ...pre, isPrecertificate: false, scts }]);
  await followLog(ctx(), { log: two.id });
  const rest = { signedAt: now(), delivery: 'embedded', signature: null, inclusion: null };
  expect(await sctsOf('renewal')).toEqual([
    { logId: one.id, log: 'one', operator: 'Test operator', logState: 'usable', ...rest },
    { logId: 'dW5rbm93bg==', log: null, operator: null, logState: null, ...rest },
  ]);
});

it('an issuance that an endpoint serves has its verified timestamps', async () => {
  await monitor();
  await watchLearned();
  const renewal = issued('renewal');
  await log(renewal);
  const facts = { ...served(host('served'), 0), fingerprint256: 'AB'.repeat(32), serialNumber: renewal.serialNumber };
  const at = new Date(now().getTime() - MINUTE_MS).toISOString();
  const clientFacts: ClientFacts = {
    paths: [],
    scts: [
      { log: one.id, at, by: 'embedded', signature: 'valid' },
      { log: two.id, at, by: 'tls', signature: 'valid' },
    ],
    clientAuth: false,
  };
  ctx().gateways.prober.answer(`${host('served')}:443`, servedObservation(host('served'), {}, { chain: [facts], clientFacts }));
  await addCertificate(org(), { domain: host('served') });
  await setKey(facts.fingerprint256, renewal.spkiSha256);
  expect(await sctsOf('renewal')).toMatchObject([{ log: 'one', signature: 'valid', delivery: 'embedded' }]);
  await ctx().db.delete(transparencyLogs).where(eq(transparencyLogs.id, one.id));
  expect(await sctsOf('renewal')).toMatchObject([{ log: null, signature: 'valid' }]);
});
