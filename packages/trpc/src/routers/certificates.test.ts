import { addMs, DAY_MS, type Role } from '@notafter/domain';
import { createTestContext, makeCertificates, servedObservation, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failing, signedIn } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
afterAll(() => test.close());

const signIn = async (role?: Role) => {
  const { orgId, caller } = await signedIn(test, role);
  return { orgId, certificates: caller.certificates };
};

describe('certificates', () => {
  it('are added, listed, opened, checked and removed', async () => {
    const { certificates } = await signIn();
    test.ctx.gateways.prober.answer('main.example:443', servedObservation('main.example'));
    const { certificate } = await certificates.add({ domain: 'main.example' });
    expect(await certificates.list({})).toMatchObject({
      total: 1,
      position: 0,
      plan: 'Enterprise',
      certificates: [{ id: certificate.id }],
    });
    expect((await certificates.get({ id: certificate.id })).certificate.chain).toHaveLength(1);
    expect((await certificates.check({ id: certificate.id })).certificate.notAfter).toBeInstanceOf(Date);
    expect((await certificates.history({ id: certificate.id })).total).toBe(2);
    expect(await certificates.stats()).toMatchObject({ total: 1, valid: 1 });
    expect(await certificates.sslScores({})).toMatchObject({
      total: 1,
      sslScores: [{ domain: 'main.example', score: 92, chainValid: true }],
    });
    await certificates.remove({ id: certificate.id });
    await expect(certificates.get({ id: certificate.id })).rejects.toMatchObject(failing('certificate_not_found', 404));
  });

  it('are checked and removed in bulk', async () => {
    const { certificates, orgId } = await signIn();
    await makeCertificates(test.ctx, orgId, [{ notAfter: addMs(test.ctx.clock.now(), -DAY_MS) }, {}]);
    const { jobId, queued } = await certificates.startCheckRun({ all: true });
    expect(queued).toBe(2);
    expect(await certificates.checkRun({ id: jobId })).toMatchObject({ status: 'running', total: 2 });
    expect(await certificates.removeMany({ filter: { status: 'expired' } })).toEqual({ deleted: 1 });
  });

  it('are imported, exported, narrowed and looked at over time', async () => {
    const { certificates } = await signIn();
    test.ctx.gateways.prober.answer('imported.example:443', servedObservation('imported.example'));
    const run = await certificates.import({ text: 'domain,team\nimported.example,web\nsilent.example,' });
    expect(await certificates.importRun({ id: run.id })).toMatchObject({ status: 'completed', counts: { added: 1, unreachable: 1 } });
    const { csv, nextCursor } = await certificates.export({});
    expect([csv.split('\r\n').length, nextCursor]).toEqual([4, null]);
    const list = await certificates.list({ tag: 'team=web' });
    expect(list).toMatchObject({ total: 1, certificates: [{ domain: 'imported.example', tags: { team: 'web' } }] });
    expect(await certificates.list({ search: 'expires:>0d' })).toMatchObject({ total: 1 });
    expect(await certificates.facets()).toEqual({ environments: [], tags: [{ tag: 'team=web', count: 1 }], protocols: ['tls'] });
    await expect(certificates.list({ search: 'expires:soon' })).rejects.toMatchObject(failing('search_invalid', 400));
    const id = list.certificates[0]?.id ?? '';
    const [entry] = (await certificates.history({ id })).history;
    const entryId = entry?.id ?? '';
    expect((await certificates.historyEntry({ id, entryId })).facts?.subjectCommonName).toBe('imported.example');
    expect((await certificates.compareHistory({ id, from: entryId, to: entryId })).fields.some(({ changed }) => changed)).toBe(false);
    expect((await certificates.renewals({ id })).renewals).toMatchObject([{ entryId, servedUntil: null }]);
    expect(await certificates.calendarLink()).toEqual({ url: null, rotatedAt: null });
    expect(await certificates.rotateCalendarLink()).toEqual(await certificates.calendarLink());
    expect(await certificates.widgets()).toMatchObject({ seen: 1, savings: { names: 2 } });
  });
});

describe('input', () => {
  it.each([
    ['an id that is not a UUID', { id: "1' or '1'='1" }],
    ['an id with NUL', { id: '\u0000' }],
  ])('%s is refused', async (_name, input) => {
    const { certificates } = await signIn();
    await expect(certificates.get(input)).rejects.toMatchObject({ cause: { code: 'invalid_input' } });
  });

  it.each([
    { limit: 0 },
    { limit: 501 },
    { sort: 'id' },
    { order: 'up' },
    { status: 'fine' },
    { search: 'a\u0000b' },
    { cursor: 'garbled' },
    { cursor: 'x'.repeat(1001) },
  ])('a list of %o is refused', async (input) => {
    const { certificates } = await signIn();
    // Inputs come from outside: their types are what the test breaks.
    await expect(Reflect.apply(certificates.list, undefined, [input])).rejects.toMatchObject(failing('invalid_input', 400));
  });

  it('an empty selection, or more ids than a person can tick, is refused', async () => {
    const { certificates } = await signIn();
    await expect(certificates.removeMany({ ids: [] })).rejects.toMatchObject(failing('invalid_input', 400));
    const ids = Array.from({ length: 10_001 }, () => '01990000-0000-7000-8000-000000000001');
    await expect(certificates.removeMany({ ids })).rejects.toMatchObject(failing('invalid_input', 400));
  });
});
