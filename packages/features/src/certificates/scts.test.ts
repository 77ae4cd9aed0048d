import { transparencyLogs } from '@notafter/db';
import { addMs, DAY_MS, type SctFact } from '@notafter/domain';
import { createTestContext, makeOrgContext, servedObservation, type TestContext, transparencyLogOf } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshLogs } from '../transparency/refresh-logs.ts';
import { addCertificate } from './add-certificate.ts';
import { getCertificate } from './get-certificate.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const paths = [{ anchor: 'aa', anchorName: 'Root', until: '2035-06-04T11:04:38.000Z', endsWith: 'Root' }];
const at = '2026-11-01T12:00:00.000Z';
let round = 0;
const sctsOf = async (scts: readonly SctFact[], trustPaths: typeof paths = paths) => {
  round += 1;
  const name = `host${round}.example`;
  const clientFacts = { paths: trustPaths, scts, clientAuth: false };
  test.ctx.gateways.prober.answer(`${name}:443`, servedObservation(name, {}, { clientFacts }));
  const org = await makeOrgContext(test.ctx);
  const { certificate } = await addCertificate(org, { domain: name });
  return (await getCertificate(org, { id: certificate.id })).certificate.scts;
};

it('names the log of each timestamp by the signed list, with its operator and state', async () => {
  const readonly = transparencyLogOf('Old log', { state: 'readonly', operator: 'Someone' });
  test.ctx.gateways.transparency.list = { logs: [readonly], listedAt: test.ctx.clock.now(), problem: null };
  await refreshLogs(test.ctx);
  expect(await sctsOf([{ log: readonly.id, at, by: 'tls', signature: 'invalid' }])).toEqual([
    {
      ...{ logId: readonly.id, log: 'Old log', operator: 'Someone', logState: 'readonly' },
      ...{ signedAt: new Date(at), delivery: 'tls', signature: 'invalid', inclusion: null },
    },
  ]);
});

it('names it by the built-in table as long as no list was read, and says that a log is in neither', async () => {
  await test.ctx.db.delete(transparencyLogs);
  const known = test.ctx.config.clientRules.ctLogs.logs.find(({ chrome }) => chrome === 'usable');
  const retired = test.ctx.config.clientRules.ctLogs.logs.find(
    ({ chrome = 'usable' }) => chrome !== 'usable' && Date.parse(chrome) < addMs(test.ctx.clock.now(), -DAY_MS).getTime(),
  );
  const found = await sctsOf([
    { log: known?.id ?? '', at, by: 'embedded', signature: 'valid' },
    { log: retired?.id ?? '', at, by: 'embedded' },
    { log: 'c3RyYW5nZQ==', at, by: 'ocsp' },
  ]);
  expect(found).toMatchObject([
    { log: known?.name, operator: known?.operator, logState: 'usable', signature: 'valid' },
    { log: retired?.name, operator: retired?.operator, logState: 'retired', signature: null },
    { logId: 'c3RyYW5nZQ==', log: null, operator: null, logState: null, delivery: 'ocsp', signature: null },
  ]);
});

it('shows no timestamps without a check of a public chain', async () => {
  expect(await sctsOf([], [])).toEqual([]);
});
