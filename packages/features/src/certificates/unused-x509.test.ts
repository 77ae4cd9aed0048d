import { certificateAddresses, unusedX509, x509Certificates } from '@notafter/db';
import { type CertificateFacts, HOUR_MS } from '@notafter/domain';
import {
  certificateFacts,
  countLockWaits,
  createTestContext,
  type MemberContext,
  makeCertificates,
  makeOrgContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from './add-certificate.ts';
import { checkCertificate } from './checks/check-certificate.ts';
import { storeObservations } from './checks/internal/store-observations.ts';
import { maintainChecks } from './checks/maintain-checks.ts';
import { getCertificate } from './get-certificate.ts';
import { removeCertificate } from './remove-certificate.ts';

let test: TestContext;
let org: MemberContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

let made = 0;
/** A new host with a new chain: a leaf, an intermediate and a root. */
const makeServed = () => {
  made += 1;
  const host = `served-${made}.example`;
  const [leaf, issuer, root] = [certificateFacts(host), certificateFacts(`issuer ${made}`), certificateFacts(`root ${made}`)];
  const observation = servedObservation(host, {}, { chain: [leaf, issuer], root });
  test.ctx.gateways.prober.answer(`${host}:443`, observation);
  return { host, leaf, issuer, root, observation, all: [leaf, issuer, root] };
};
const kept = async (facts: readonly CertificateFacts[]): Promise<number> => {
  const fingerprints = facts.map(({ fingerprint256 }) => fingerprint256);
  return test.ctx.db.$count(x509Certificates, inArray(x509Certificates.fingerprint256, fingerprints));
};
/** The daily job, today and tomorrow. */
const twoDays = async (): Promise<void> => {
  await maintainChecks(test.ctx);
  test.ctx.clock.advance(24 * HOUR_MS);
  await maintainChecks(test.ctx);
};
const added = async (host: string) => (await addCertificate(org, { domain: host })).certificate.id;
const chainOf = async (id: Awaited<ReturnType<typeof added>>) => {
  const { certificate } = await getCertificate(org, { id });
  return [...certificate.chain, certificate.root].map((facts) => facts?.subject);
};

describe('an X.509 certificate', () => {
  it('is deleted on the day after its last reference', async () => {
    const { host, all } = makeServed();
    const id = await added(host);
    await twoDays();
    expect(await kept(all)).toBe(3);
    await removeCertificate(org, { id });
    await maintainChecks(test.ctx);
    expect(await kept(all)).toBe(3);
    test.ctx.clock.advance(24 * HOUR_MS);
    await maintainChecks(test.ctx);
    expect(await kept(all)).toBe(0);
    expect(await test.ctx.db.$count(unusedX509)).toBe(0);
  });

  it('is kept for the history that names it, and its issuers are not', async () => {
    const { host, leaf, issuer, root } = makeServed();
    const id = await added(host);
    test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, { fingerprint256: `AA:${made}` }));
    await checkCertificate(org, { id });
    await twoDays();
    expect([await kept([leaf]), await kept([issuer, root])]).toEqual([1, 0]);
  });

  it('is kept for another endpoint, and for an address that serves it', async () => {
    const { host, leaf, issuer, root } = makeServed();
    const id = await added(host);
    const [other] = await makeCertificates(test.ctx, org.org.id, [{ host: `balanced-${made}.example` }]);
    if (other === undefined) throw new Error('The other endpoint was not found.');
    await test.ctx.db.insert(certificateAddresses).values({
      certificateId: other,
      address: '192.0.2.2',
      place: 1,
      fingerprint256: leaf.fingerprint256,
      reasons: [],
      seenAt: new Date(),
    });
    const sibling = makeServed();
    test.ctx.gateways.prober.answer(
      `${sibling.host}:443`,
      servedObservation(sibling.host, {}, { chain: [sibling.leaf, issuer], root: null }),
    );
    await added(sibling.host);
    await removeCertificate(org, { id });
    await twoDays();
    expect([await kept([leaf]), await kept([issuer]), await kept([root])]).toEqual([1, 1, 0]);
  });

  it('goes in batches, as many as there are', async () => {
    await test.ctx.db.execute(sql`
      insert into x509_certificates (fingerprint256, facts, first_seen_at)
      select 'BATCH:' || n, '{}', now() from generate_series(1, 4100) as n`);
    await twoDays();
    expect(await test.ctx.db.$count(x509Certificates, sql`fingerprint256 like 'BATCH:%'`)).toBe(0);
  });
});

describe('a check that comes to use what is being forgotten', () => {
  const lockWaits = (waiting: number) => expect.poll(() => countLockWaits(test.ctx.db)).toBe(waiting);
  /** Found unused a day ago. */
  const makeUnused = async () => {
    const served = makeServed();
    await removeCertificate(org, { id: await added(served.host) });
    await maintainChecks(test.ctx);
    test.ctx.clock.advance(24 * HOUR_MS);
    return served;
  };

  it('keeps it where it came first, and the job does not wait for it', async () => {
    const { host, observation, all } = await makeUnused();
    const [id] = await makeCertificates(test.ctx, org.org.id, [{ host }]);
    if (id === undefined) throw new Error('The endpoint was not found.');
    await test.ctx.db.transaction(async (tx) => {
      await storeObservations({ ...test.ctx, db: tx }, [{ id, observation, judgedBy: null }], { askedByPerson: true });
      await maintainChecks(test.ctx);
    });
    await twoDays();
    expect(await kept(all)).toBe(3);
  });

  it('stores it again if the job came first', async () => {
    const { host, all } = await makeUnused();
    const [last] = all.map(({ fingerprint256 }) => fingerprint256).sort();
    const { job, check } = await test.ctx.db.transaction(async (tx) => {
      // Holds the job in the midst of its statement.
      await tx
        .select()
        .from(x509Certificates)
        .where(eq(x509Certificates.fingerprint256, last ?? ''))
        .for('update');
      const job = maintainChecks(test.ctx);
      await lockWaits(1);
      const check = added(host);
      await lockWaits(2);
      return { job, check };
    });
    await job;
    expect(await chainOf(await check)).toEqual(all.map(({ subject }) => subject));
    await twoDays();
    expect(await kept(all)).toBe(3);
  });

  it('keeps it where it had not committed when the job looked', async () => {
    const { host, observation, all } = makeServed();
    await removeCertificate(org, { id: await added(host) });
    const [id] = await makeCertificates(test.ctx, org.org.id, [{ host }]);
    if (id === undefined) throw new Error('The endpoint was not found.');
    await test.ctx.db.transaction(async (tx) => {
      await storeObservations({ ...test.ctx, db: tx }, [{ id, observation, judgedBy: null }], { askedByPerson: true });
      await maintainChecks(test.ctx);
    });
    expect(await test.ctx.db.$count(unusedX509)).toBe(3);
    test.ctx.clock.advance(24 * HOUR_MS);
    await maintainChecks(test.ctx);
    expect(await kept(all)).toBe(3);
    expect(await test.ctx.db.$count(unusedX509)).toBe(0);
  });
});
