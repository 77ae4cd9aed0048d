import { type CertificateFacts, DAY_MS } from '@notafter/domain';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addCertificate } from '../add-certificate.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { listRenewals } from '../list/list-renewals.ts';
import { compareHistory } from './compare-history.ts';
import { getHistoryEntry } from './get-history-entry.ts';
import { listCertificateHistory } from './list-certificate-history.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const serve = (leaf: Partial<CertificateFacts>): void =>
  test.ctx.gateways.prober.answer('shop.example:443', servedObservation('shop.example', leaf));
const newest = async (org: OrgContext, id: Awaited<ReturnType<typeof addCertificate>>['certificate']['id']) =>
  (await listCertificateHistory(org, { id, limit: 50, cursor: undefined })).history;

const first = certificateFacts('first');
const second = certificateFacts('second', { san: ['shop.example', 'www.shop.example'], keyType: 'RSA', keyBits: 2048, curve: null });

/** Served first, then second, then first again, a day apart, with a check between. */
const twiceRenewed = async () => {
  const org = await makeOrgContext(test.ctx);
  serve(first);
  const { id } = (await addCertificate(org, { domain: 'shop.example' })).certificate;
  for (const facts of [first, second, first]) {
    test.ctx.clock.advance(DAY_MS);
    serve(facts);
    await checkCertificate(org, { id });
  }
  return { org, id, entries: await newest(org, id) };
};

describe('the history of a certificate', () => {
  it('compares two entries field by field', async () => {
    const { org, id, entries } = await twiceRenewed();
    const [, renewed, , added] = entries;
    if (renewed === undefined || added === undefined) throw new Error('Entries are missing.');
    const { from, to, fields } = await compareHistory(org, { id, from: added.id, to: renewed.id });
    expect([from, to]).toEqual([added, renewed]);
    expect(fields.filter(({ changed }) => changed).map(({ field }) => field)).toEqual([
      'subject',
      'serialNumber',
      'san',
      'keyType',
      'keyBits',
      'curve',
      'fingerprint',
      'fingerprint256',
    ]);
    expect(await getHistoryEntry(org, { id, entryId: renewed.id })).toEqual({ entry: renewed, facts: second });
  });

  it('tells what was served from when to when, a return to an old certificate included', async () => {
    const { org, id, entries } = await twiceRenewed();
    const { renewals } = await listRenewals(org, { id });
    expect(renewals.map(({ fingerprint256 }) => fingerprint256)).toEqual([first, second, first].map((facts) => facts.fingerprint256));
    const [present, middle, oldest] = renewals;
    expect(present).toMatchObject({ entryId: entries[0]?.id, notBefore: first.notBefore, notAfter: first.notAfter, servedUntil: null });
    expect(middle?.servedUntil).toEqual(present?.servedFrom);
    expect(oldest?.servedUntil).toEqual(middle?.servedFrom);
  });

  it('has entries that belong to its certificate', async () => {
    const { org, entries } = await twiceRenewed();
    const entryId = entries[0]?.id;
    if (entryId === undefined) throw new Error('The history has no entry.');
    test.ctx.gateways.prober.answer('other.example:443', servedObservation('other.example'));
    const other = (await addCertificate(org, { domain: 'other.example' })).certificate;
    const unknown = { code: 'history_entry_not_found', status: 404 };
    await expect(getHistoryEntry(org, { id: other.id, entryId })).rejects.toMatchObject(unknown);
    await expect(compareHistory(org, { id: other.id, from: entryId, to: entryId })).rejects.toMatchObject(unknown);
  });
});
