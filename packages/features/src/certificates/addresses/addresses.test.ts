import { certificateAddresses, checkSchedule, newId } from '@notafter/db';
import { type AddressObservation, addMs, DAY_MS, HOUR_MS, type Observation, SHARDS, type VerdictReason } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import {
  certificateFacts,
  createTestContext,
  makeOrgContext,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addCertificate } from '../add-certificate.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { checkDueSlice } from '../checks/check-due-slice.ts';
import { getCertificate } from '../get-certificate.ts';
import { listCertificates } from '../list/list-certificates.ts';
import { removeCertificate } from '../remove-certificate.ts';

let test: TestContext;
let org: OrgContext;
let id = newId<'certificate'>();
let host = '';
let made = 0;

const own = () => certificateFacts(host);
const at = (last: number, certificate = own(), reasons: readonly VerdictReason[] = []): AddressObservation => ({
  kind: 'served',
  address: `192.0.2.${last}`,
  certificate,
  reasons,
});
const closed = (last: number): AddressObservation => ({
  kind: 'unreachable',
  address: `192.0.2.${last}`,
  reason: 'refused',
  detail: `Connection refused by 192.0.2.${last}:443.`,
});
/** Another certificate, `days` before its end at the next check. */
const other = (seed: string, days: number) => certificateFacts(seed, { notAfter: addMs(test.ctx.clock.now(), days * DAY_MS + HOUR_MS) });
const served = (...seen: AddressObservation[]): Observation => ({
  ...servedObservation(host),
  addresses: { set: seen.length === 1 ? '' : `${seen.length} addresses`, seen, group: null },
});
const answer = (observation: Observation): void => test.ctx.gateways.prober.answer(`${host}:443`, observation);
const check = async (observation: Observation) => {
  test.ctx.clock.advance(HOUR_MS);
  answer(observation);
  await checkCertificate(org, { id });
  return detail();
};
const detail = async () => (await getCertificate(org, { id })).certificate;
const rows = () => test.ctx.db.select().from(certificateAddresses).where(eq(certificateAddresses.certificateId, id));
/** A scheduled check, as far from the last one as asked. */
const checkByItself = async (afterMs: number, observation: Observation): Promise<void> => {
  test.ctx.clock.advance(afterMs);
  answer(observation);
  // Nothing but this one is due.
  await test.ctx.db.update(checkSchedule).set({ nextCheckAt: addMs(test.ctx.clock.now(), DAY_MS) });
  await test.ctx.db.update(checkSchedule).set({ nextCheckAt: test.ctx.clock.now() }).where(eq(checkSchedule.certificateId, id));
  test.ctx.gateways.prober.termsOf.length = 0;
  for (let shard = 0; shard < SHARDS; shard += 1) await checkDueSlice(test.ctx, { shard });
};

beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  made += 1;
  host = `behind-${made}.example`;
  answer(served(at(1), at(2), at(3)));
  ({
    certificate: { id },
  } = await addCertificate(org, { domain: host }));
});
afterAll(() => test.close());

describe('three addresses behind a name', () => {
  it('are quiet while they serve the same', async () => {
    const { addresses, warnings, reasons } = await detail();
    expect(addresses.map(({ address, differs, certificate }) => [address, differs, certificate])).toEqual([
      ['192.0.2.1', false, null],
      ['192.0.2.2', false, null],
      ['192.0.2.3', false, null],
    ]);
    expect([warnings, reasons]).toEqual([[], []]);
  });

  it('each show the certificate they serve; those that differ are flagged, and the first to end counts', async () => {
    const soon = other('soon', 3);
    const seen = await check(served(at(1), at(2, soon), at(3, other('wrong', 80), ['hostname_mismatch'])));
    const now = test.ctx.clock.now();
    expect(seen.addresses).toMatchObject([
      { address: '192.0.2.1', differs: false, certificate: null, reasons: [], seenAt: now },
      { address: '192.0.2.2', differs: true, certificate: { fingerprint256: soon.fingerprint256 }, daysLeft: 3, status: 'critical' },
      { address: '192.0.2.3', differs: true, status: 'valid', reasons: ['hostname_mismatch'] },
    ]);
    expect(seen).toMatchObject({ status: 'critical', daysLeft: 3, notAfter: soon.notAfter, warnings: ['different_certificates'] });
    expect(seen.fingerprint256).toBe(own().fingerprint256);
    expect(seen.chain[0]?.notAfter).toEqual(own().notAfter);
    const critical = await listCertificates(org, listCertificatesInput.parse({ status: 'critical' }));
    expect(critical.certificates).toMatchObject([{ id, warnings: ['different_certificates'], reasons: ['hostname_mismatch'] }]);
    expect(critical.total).toBe(1);
  });

  it('are reported if one does not answer, which does not fail the certificate', async () => {
    const seen = await check(served(at(1), closed(2)));
    expect(seen.addresses[1]).toMatchObject({
      fingerprint256: null,
      status: null,
      differs: false,
      unreachable: { reason: 'refused', detail: 'Connection refused by 192.0.2.2:443.' },
    });
    expect(seen).toMatchObject({ unreachable: null, warnings: [], reasons: [], status: 'valid' });
  });

  it('are replaced by each look, down to the one that is left, and go with their certificate', async () => {
    await check(served(at(1), at(4, other('four', 3))));
    expect((await rows()).map(({ address }) => address).sort()).toEqual(['192.0.2.1', '192.0.2.4']);
    const alone = await check(served(at(1)));
    expect(await rows()).toEqual([]);
    expect(alone.addresses).toMatchObject([{ address: '192.0.2.1', differs: false, fingerprint256: own().fingerprint256 }]);
    expect(alone).toMatchObject({ status: 'valid', notAfter: own().notAfter, warnings: [] });
    await check(served(at(1), at(2)));
    await removeCertificate(org, { id });
    expect(await rows()).toEqual([]);
  });

  it('show what each does where the name itself does not answer, and the verdict stays as it was', async () => {
    await check(served(at(1), at(2, other('soon', 3))));
    const seen = await check({ ...unreachableObservation(host), addresses: { set: '2 addresses', seen: [closed(1), at(2)], group: null } });
    expect(seen.addresses.map(({ unreachable }) => unreachable?.reason)).toEqual(['refused', undefined]);
    expect(seen).toMatchObject({ unreachable: { reason: 'refused' }, status: 'critical', warnings: ['different_certificates'] });
    await checkByItself(HOUR_MS, served(at(1), at(2)));
    expect(test.ctx.gateways.prober.termsOf).toEqual([{ known: null, anchors: [], served: expect.any(String) }]);
    expect(await detail()).toMatchObject({ unreachable: null, status: 'valid', warnings: [] });
  });
});

describe('one address with certificates of two key types', () => {
  const rsa = (days: number) =>
    certificateFacts(`rsa ${host}`, { keyType: 'RSA', notAfter: addMs(test.ctx.clock.now(), days * DAY_MS + HOUR_MS) });
  const one = (...seen: AddressObservation[]): Observation => ({
    ...servedObservation(host),
    addresses: { set: '', seen, group: 'X25519MLKEM768' },
  });

  it('shows both, ends with the first of them, and warns of no difference', async () => {
    const soon = rsa(6);
    const seen = await check(one(at(1), at(1, soon)));
    expect(seen.addresses).toMatchObject([
      { address: '192.0.2.1', keyType: 'ECDSA', differs: false, certificate: null },
      { address: '192.0.2.1', keyType: 'RSA', differs: false, certificate: { fingerprint256: soon.fingerprint256 }, daysLeft: 6 },
    ]);
    expect(seen).toMatchObject({ status: 'critical', daysLeft: 6, warnings: [], keyExchange: 'X25519MLKEM768' });
  });

  it('keeps both between two looks, and forgets the one that is gone', async () => {
    await check(one(at(1), at(1, rsa(6))));
    await checkByItself(6 * HOUR_MS, servedObservation(host));
    expect(await detail()).toMatchObject({ status: 'critical', keyExchange: 'X25519MLKEM768', addresses: [{}, { keyType: 'RSA' }] });
    expect(await check(one(at(1)))).toMatchObject({ status: 'valid', notAfter: own().notAfter, addresses: [{ keyType: 'ECDSA' }] });
    expect(await rows()).toEqual([]);
  });

  it('compares each with the same key type at other addresses', async () => {
    const [first, second] = [rsa(60), other('another rsa', 50)];
    const differing = { ...second, keyType: 'RSA' };
    const seen = await check(served(at(1), at(1, first), at(2), at(2, differing)));
    expect(seen.addresses.map(({ address, keyType, differs }) => [address, keyType, differs])).toEqual([
      ['192.0.2.1', 'ECDSA', false],
      ['192.0.2.1', 'RSA', false],
      ['192.0.2.2', 'ECDSA', false],
      ['192.0.2.2', 'RSA', true],
    ]);
    expect(seen.warnings).toEqual(['different_certificates']);
  });
});

describe('a scheduled check', () => {
  it('hands on what is known, once a day nothing, and keeps what others serve in between', async () => {
    await check(served(at(1), at(2, other('soon', 3))));
    await checkByItself(6 * HOUR_MS, servedObservation(host));
    const known = { set: '2 addresses', fingerprint256: own().fingerprint256 };
    expect(test.ctx.gateways.prober.termsOf).toEqual([{ known, anchors: [], served: own().fingerprint256 }]);
    expect(await detail()).toMatchObject({ status: 'critical', warnings: ['different_certificates'], addresses: [{}, { differs: true }] });
    await checkByItself(18 * HOUR_MS, served(at(1), at(2)));
    expect(test.ctx.gateways.prober.termsOf).toEqual([{ known: null, anchors: [], served: expect.any(String) }]);
    expect(await detail()).toMatchObject({ status: 'valid', warnings: [] });
  });

  it('that saw a renewal and had no room to look at the others makes the next one look', async () => {
    await checkByItself(HOUR_MS, servedObservation(host, { fingerprint256: 'NEXT' }));
    await checkByItself(HOUR_MS, servedObservation(host, { fingerprint256: 'NEXT' }));
    expect(test.ctx.gateways.prober.termsOf).toEqual([{ known: null, anchors: [], served: expect.any(String) }]);
  });
});
