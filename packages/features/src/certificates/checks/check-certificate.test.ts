import { certificates, newId } from '@notafter/db';
import { HOUR_MS, type ServedObservation } from '@notafter/domain';
import { listHistoryInput } from '@notafter/domain/inputs';
import {
  createTestContext,
  type MemberContext,
  makeCertificates,
  makeOrgContext,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addCertificate } from '../add-certificate.ts';
import { type HistoryList, listCertificateHistory } from '../history/list-certificate-history.ts';
import { checkCertificate } from './check-certificate.ts';

let test: TestContext;
let org: MemberContext;
let id = newId<'certificate'>();
const host = 'checked.example';
const answer = (observation: ServedObservation | ReturnType<typeof unreachableObservation>): void =>
  test.ctx.gateways.prober.answer(`${host}:443`, observation);
const history = (input: object = {}, ctx: OrgContext = org): Promise<HistoryList> =>
  listCertificateHistory(ctx, listHistoryInput.parse({ id, ...input }));

beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  answer(servedObservation(host));
  ({
    certificate: { id },
  } = await addCertificate(org, { domain: host }));
  test.ctx.clock.advance(HOUR_MS);
});
afterAll(() => test.close());

describe('a check that a person asks for', () => {
  it('always leaves an entry, and renewed where another certificate is served', async () => {
    await checkCertificate(org, { id });
    test.ctx.clock.advance(1000);
    answer(servedObservation(host, { fingerprint256: 'AA:BB', issuerOrganization: 'DigiCert Inc' }));
    const { certificate } = await checkCertificate(org, { id });
    expect(certificate).toMatchObject({ issuer: 'DigiCert Inc', fingerprint256: 'AA:BB', lastCheckedAt: test.ctx.clock.now() });
    const { history: entries, total } = await history();
    expect(entries.map(({ action }) => action)).toEqual(['renewed', 'checked', 'added']);
    expect([entries[0]?.issuer, total]).toEqual(['DigiCert Inc', 3]);
  });

  it('goes before what the schedule waits for, as an added one does', async () => {
    test.ctx.gateways.prober.probedFirst.length = 0;
    await checkCertificate(org, { id });
    test.ctx.gateways.prober.answer('new.example:443', servedObservation('new.example'));
    await addCertificate(org, { domain: 'new.example' });
    expect(test.ctx.gateways.prober.probedFirst.map((target) => target.host)).toEqual([host, 'new.example']);
  });

  it('probes an endpoint by its protocol, server name and address', async () => {
    const target = { host: 'db.example', port: 5432, protocol: 'postgres', servername: 'pg.example', address: '192.0.2.1' } as const;
    test.ctx.gateways.prober.answer('db.example:5432', { ...servedObservation('pg.example'), target });
    const { certificate } = await addCertificate(org, { domain: 'postgres://db.example?servername=pg.example&address=192.0.2.1' });
    test.ctx.gateways.prober.probed.length = 0;
    await checkCertificate(org, { id: certificate.id });
    expect(test.ctx.gateways.prober.probed).toEqual([target]);
  });

  it('stores and answers that the endpoint cannot be reached, and that it can again', async () => {
    answer(unreachableObservation(host));
    const { certificate } = await checkCertificate(org, { id });
    const since = test.ctx.clock.now();
    expect(certificate).toMatchObject({
      status: 'valid',
      unreachable: { reason: 'refused', detail: `Connection refused by ${host}:443.`, since },
      lastCheckedAt: since,
    });
    answer(servedObservation(host));
    expect((await checkCertificate(org, { id })).certificate.unreachable).toBeNull();
  });

  it('answers 404 for a certificate removed meanwhile', async () => {
    test.ctx.gateways.prober.answer(`${host}:443`, async () => {
      await test.ctx.db.delete(certificates).where(eq(certificates.id, id));
      return servedObservation(host);
    });
    await expect(checkCertificate(org, { id })).rejects.toMatchObject({ code: 'certificate_not_found' });
  });
});

describe('history', () => {
  it('is paged both ways, newest first', async () => {
    for (let checks = 0; checks < 6; checks += 1) {
      test.ctx.clock.advance(1000);
      await checkCertificate(org, { id });
    }
    const first = await history({ limit: 3 });
    const second = await history({ limit: 3, cursor: first.nextCursor });
    const third = await history({ limit: 3, cursor: second.nextCursor });
    expect([first, second, third].map(({ position, history: entries, total }) => [position, entries.length, total])).toEqual([
      [0, 3, 7],
      [3, 3, 7],
      [6, 1, 7],
    ]);
    expect(third.nextCursor).toBeNull();
    expect(third.history[0]?.action).toBe('added');
    expect((await history({ limit: 3, cursor: third.previousCursor })).history).toEqual(second.history);
    expect((await history({ limit: 3, cursor: second.previousCursor })).previousCursor).toBeNull();
  });

  it('refuses the cursor of another certificate', async () => {
    await checkCertificate(org, { id });
    const { nextCursor, total } = await history({ limit: 1 });
    expect(total).toBe(2);
    const [other] = await makeCertificates(test.ctx, org.org.id, [{}]);
    await expect(history({ id: other, cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
