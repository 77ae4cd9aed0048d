import { alerts, issuances, transparencyLogs, watchedDomains, x509Certificates } from '@notafter/db';
import { addMs, DAY_MS, type Issuance, type IssuanceId, LEARNING_MS } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  issuanceOf,
  makeOrgContext,
  servedObservation,
  type TestContext,
  transparencyLogOf,
} from '@notafter/testing';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addCertificate } from '../../certificates/add-certificate.ts';
import { sweepAlerts } from '../../notifications/ledger/sweep-alerts.ts';
import type { PersonContext } from '../../use-case.ts';
import { followLog } from '../follow-log.ts';
import { refreshLogs } from '../refresh-logs.ts';
import { watchDomain } from '../watch-domain.ts';

export const one = transparencyLogOf('one');
export const two = transparencyLogOf('two', { kind: 'rfc6962' });

/** Two scripted logs, and for each test a new organization with a separate domain. Registers the hooks of its test file. */
export const transparencyStage = () => {
  let test: TestContext;
  let org: PersonContext;
  let domain: string;
  let round = 0;
  const world = () => test.ctx.gateways.transparency;
  const now = (): Date => test.ctx.clock.now();

  beforeAll(async () => {
    test = await createTestContext({ config: { platformAdminEmails: ['ops@example.com', 'second@example.com'] } });
  });
  beforeEach(async () => {
    round += 1;
    domain = `shop${round}.example`;
    org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    await test.ctx.db.delete(watchedDomains);
    await test.ctx.db.delete(transparencyLogs);
    world().logs.clear();
    world().outcomes.clear();
    world().answers.clear();
    world().list = { logs: [one, two], listedAt: now(), problem: null };
    await refreshLogs(test.ctx);
  });
  afterAll(() => test.close());

  const host = (name = 'www'): string => `${name}.${domain}`;
  /** A certificate as the CA of the tests issues it, half a life old. */
  const served = (name = host(), age = 45) => {
    const notBefore = addMs(now(), -age * DAY_MS);
    return certificateFacts(`served ${name} ${age}`, {
      san: [name],
      issuerOrganization: 'Test CA',
      notBefore,
      notAfter: addMs(notBefore, 90 * DAY_MS),
    });
  };
  const serve = (name: string, facts: ReturnType<typeof certificateFacts>): void =>
    test.ctx.gateways.prober.answer(`${name}:443`, servedObservation(name, {}, { chain: [facts] }));
  const monitor = async (name = host(), facts = served(name), who = org) => {
    serve(name, facts);
    return (await addCertificate(who, { domain: name })).certificate.id;
  };
  /** The certificate's key is read from its PEM, which the tests' certificates don't have. */
  const setKey = async (fingerprint256: string, spkiSha256: string): Promise<void> => {
    await test.ctx.db
      .update(x509Certificates)
      .set({ key256: Buffer.from(spkiSha256, 'hex') })
      .where(eq(x509Certificates.fingerprint256, fingerprint256));
  };
  const issued = (label: string, more: Partial<Issuance> = {}): Issuance =>
    issuanceOf(`${domain} ${label}`, {
      names: [host()],
      watched: [domain],
      notBefore: now(),
      notAfter: addMs(now(), 90 * DAY_MS),
      ...more,
    });
  const log = async (...entries: Issuance[]): Promise<void> => {
    world().logs.set(one.id, [...(world().logs.get(one.id) ?? []), ...entries]);
    await followLog(test.ctx, { log: one.id });
  };
  /** Lets days pass while the log is followed. */
  const pass = async (days: number): Promise<void> => {
    for (let left = days; left > 0; left -= 5) {
      test.ctx.clock.advance(Math.min(left, 5) * DAY_MS);
      await followLog(test.ctx, { log: one.id });
    }
  };
  const watch = async () => (await watchDomain(org, { domain })).domain;
  /** Watched, and the learning phase is over. */
  const watchLearned = async () => {
    const watched = await watch();
    test.ctx.clock.advance(LEARNING_MS);
    return watched;
  };
  const states = async () =>
    (await test.ctx.db.select().from(issuances).where(eq(issuances.orgId, org.org.id)).orderBy(asc(issuances.id))).map(
      ({ state, unknownReason }) => (unknownReason === null ? state : `${state} ${unknownReason}`),
    );
  const raised = async () =>
    (await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id)).orderBy(asc(alerts.raisedAt), asc(alerts.id)))
      .filter(({ rule }) => rule === 'unknown_issuance' || rule === 'issuance_not_served')
      .map(({ rule, domain: name, summary, resolution }) => ({ rule, name, summary, resolution }));
  const sweep = () => sweepAlerts(test.ctx);
  const idOf = async (label: string): Promise<IssuanceId> => {
    const [row] = await test.ctx.db
      .select({ id: issuances.id })
      .from(issuances)
      .where(and(eq(issuances.orgId, org.org.id), eq(issuances.tbsSha256, issued(label).tbsSha256)));
    if (row === undefined) throw new Error(`${label} was not found.`);
    return row.id;
  };
  return {
    ...{ world, now, host, served, serve, monitor, setKey, issued, log, pass, watch, watchLearned, states, raised, sweep, idOf },
    ctx: () => test.ctx,
    org: () => org,
    domain: () => domain,
  };
};
