import { certificates, environments } from '@notafter/db';
import { addMs, type CertificateScope, DAY_MS, type EnvironmentId } from '@notafter/domain';
import {
  createTestContext,
  makeCertificates,
  makeOrgContext,
  makeRequestContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAnalytics } from '../analytics/get-analytics.ts';
import { addCertificate } from '../certificates/add-certificate.ts';
import { getCheckRun } from '../certificates/checks/get-check-run.ts';
import { runChecks } from '../certificates/checks/run-checks.ts';
import { startCheckRun } from '../certificates/checks/start-check-run.ts';
import { getImport } from '../certificates/import/get-import.ts';
import { startImport } from '../certificates/import/start-import.ts';
import { getDashboardStats } from '../certificates/list/get-dashboard-stats.ts';
import { getFacets } from '../certificates/list/get-facets.ts';
import { getWidgets } from '../certificates/list/get-widgets.ts';
import { listCertificates } from '../certificates/list/list-certificates.ts';
import { listSslScores } from '../certificates/list/list-ssl-scores.ts';
import { removeCertificates } from '../certificates/remove-certificates.ts';
import { updateCertificateTags } from '../certificates/update-certificate-tags.ts';
import { upsertCertificate } from '../certificates/upsert-certificate.ts';
import type { OrgContext } from '../context.ts';
import { addEnvironment } from '../environments/add-environment.ts';
import { listEnvironments } from '../environments/list-environments.ts';
import { openOrganization } from '../open-organization.ts';
import { addApiKey } from './add-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
afterAll(() => test.close());

const all = { read: true, write: true, delete: true };
const keyWith = async (admin: OrgContext, scope: CertificateScope): Promise<OrgContext> => {
  const { secret } = await addApiKey(admin, { name: 'Scoped', expiresIn: null, permissions: all, scope });
  return openOrganization(makeRequestContext(test.ctx, { actor: await test.ctx.auth.resolveCredential(test.ctx.db, secret) }));
};
const inDays = (days: number): Date => addMs(test.ctx.clock.now(), days * DAY_MS);
const listing = { search: '', status: 'all', sort: 'expires', order: 'asc', page: 'first', limit: 50 } as const;

const kinds = [
  ['environment', (environmentId: EnvironmentId): CertificateScope => ({ environmentId })],
  ['tag', (): CertificateScope => ({ tag: { name: 'team', value: 'payments' } })],
] as const;

describe.each(kinds)('a key scoped to one %s', (kind, scopeOf) => {
  interface Scene {
    readonly admin: OrgContext;
    readonly key: OrgContext;
    readonly environmentId: EnvironmentId;
    readonly inside: { readonly environmentId?: EnvironmentId; readonly tags?: Record<string, string> };
  }
  const setScene = async (): Promise<Scene> => {
    const admin = await makeOrgContext(test.ctx);
    const { environment } = await addEnvironment(admin, { name: 'Production', description: '' });
    const key = await keyWith(admin, scopeOf(environment.id));
    const inside = kind === 'environment' ? { environmentId: environment.id } : { tags: { team: 'payments' } };
    return { admin, key, environmentId: environment.id, inside };
  };
  const rows = (inside: Scene['inside']) => [
    { host: 'a.example.com', notAfter: inDays(-3), ...inside },
    { host: 'b.example.com', notAfter: inDays(3), ...inside },
    { host: 'c.example.com', notAfter: inDays(20), issuer: 'Other CA', ...inside },
    { host: 'd.example.com', notAfter: inDays(90), unreachable: 'dns' as const, ...inside },
    { host: 'e.example.com', ...inside },
  ];
  /** Certificates in everything but the scope as those inside. */
  const decoys = [
    { host: 'x.example.com', tags: { team: 'Payments' }, issuer: 'Hidden CA' },
    { host: 'y.example.com', tags: { other: 'payments' }, issuer: 'Hidden CA' },
    { host: 'z.example.com', tags: {}, issuer: 'Hidden CA' },
  ];

  it('sees what an organization with only those certificates would', async () => {
    const { admin, key, inside } = await setScene();
    const outside = decoys.flatMap((row) =>
      [-9, 2, 15, 70].map((days) => ({ ...row, host: `${days}.${row.host}`, notAfter: inDays(days) })),
    );
    await makeCertificates(test.ctx, admin.org.id, [...rows(inside), ...outside]);
    const alone = await makeOrgContext(test.ctx);
    await makeCertificates(test.ctx, alone.org.id, rows(kind === 'tag' ? inside : {}));

    const seen = async (org: OrgContext) => {
      const { computedAt: _, ...widgets } = await getWidgets(org);
      const lists = [];
      for (const filter of [
        {},
        { status: 'critical' },
        { status: 'unreachable' },
        { search: 'example' },
        { search: 'b.ex' },
        { search: 'issuer:other' },
      ] as const) {
        for (const sort of ['expires', 'domain', 'issuer'] as const) {
          const { certificates: found, total, totalCapped } = await listCertificates(org, { ...listing, sort, ...filter });
          lists.push({ filter, sort, total, totalCapped, domains: found.map(({ domain }) => domain) });
        }
      }
      const scores = await listSslScores(org, { sort: 'domain', order: 'asc', limit: 2 });
      const byScore = await listSslScores(org, { sort: 'score', order: 'desc', limit: 50 });
      return {
        stats: await getDashboardStats(org),
        analytics: await getAnalytics(org),
        tags: (await getFacets(org)).tags,
        widgets,
        lists,
        scores: { total: scores.total, domains: scores.sslScores.map(({ domain }) => domain), more: scores.nextCursor !== null },
        byScore: byScore.sslScores.map(({ domain }) => domain),
      };
    };
    const expected = await seen(alone);
    expect(expected.stats).toMatchObject({ total: 5, expired: 1, critical: 1, warning: 1, valid: 1, unreachable: 1 });
    expect(await seen(key)).toEqual(expected);
    expect((await listEnvironments(key)).environments.map(({ certificateCount }) => certificateCount)).toEqual(
      kind === 'environment' ? [5] : [],
    );
  });

  it('adds and imports into its scope, and names no certificate outside that is in the way', async () => {
    const { admin, key, inside } = await setScene();
    const [outsideId] = await makeCertificates(test.ctx, admin.org.id, [{ host: 'taken.example.com' }]);
    for (const host of ['new.example.com', 'line.example.com', 'taken.example.com']) {
      test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
    }
    const { certificate } = await addCertificate(key, { domain: 'new.example.com' });
    expect(certificate).toMatchObject({ environmentId: inside.environmentId ?? null, tags: inside.tags ?? {} });
    await expect(addCertificate(key, { domain: 'taken.example.com' })).rejects.toMatchObject({
      code: 'certificate_exists',
      conflict: null,
    });
    const text =
      kind === 'environment'
        ? 'domain,environment\nline.example.com,\ntaken.example.com,\nelsewhere.example.com,Staging'
        : 'domain,tags\nline.example.com,\ntaken.example.com,\nelsewhere.example.com,team=search';
    await addEnvironment(admin, { name: 'Staging', description: '' });
    const report = await startImport(key, { text, format: 'csv', missingEnvironments: 'create' });
    expect(report.lines.map(({ result }) => result)).toEqual(['added', 'duplicate', 'invalid']);
    expect(JSON.stringify(report)).not.toContain(outsideId);
    expect((await listCertificates(key, listing)).certificates.map(({ domain }) => domain).sort()).toEqual([
      'line.example.com',
      'new.example.com',
    ]);
    expect(await getImport(key, { id: report.id, after: 0, limit: 10 })).toEqual(report);
    const other = await keyWith(admin, { tag: { name: 'team', value: 'search' } });
    await expect(getImport(other, { id: report.id, after: 0, limit: 10 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('upserts into its scope, and adds nothing that would be outside', async () => {
    const { admin, key, environmentId, inside } = await setScene();
    test.ctx.gateways.prober.answer('upsert.example.com:443', servedObservation('upsert.example.com'));
    const domain = 'upsert.example.com';
    const away = kind === 'environment' ? { environmentId: null } : { tags: { team: 'search' } };
    await expect(upsertCertificate(key, { domain, ...away })).rejects.toMatchObject({ code: 'outside_api_key_scope' });
    expect((await listCertificates(admin, listing)).total).toBe(0);
    const { certificate, created } = await upsertCertificate(key, { domain });
    expect([created, certificate.version]).toEqual([true, 1]);
    expect(certificate).toMatchObject(kind === 'environment' ? { environmentId } : { tags: inside.tags });
  });

  it('moves no certificate out of its scope or into it', async () => {
    const { admin, key, environmentId, inside } = await setScene();
    const [insideId, outsideId] = await makeCertificates(test.ctx, admin.org.id, [
      { host: 'in.example.com', ...inside },
      { host: 'out.example.com' },
    ]);
    if (insideId === undefined || outsideId === undefined) throw new Error('None were made.');
    const away = kind === 'environment' ? { tags: {}, environmentId: null } : { tags: { team: 'search' } };
    await expect(updateCertificateTags(key, { id: insideId, ...away })).rejects.toMatchObject({
      code: 'outside_api_key_scope',
      status: 403,
    });
    const into = { tags: { team: 'payments' }, environmentId };
    await expect(updateCertificateTags(key, { id: outsideId, ...into })).rejects.toMatchObject({ code: 'certificate_not_found' });
    const { certificate } = await updateCertificateTags(key, { id: insideId, tags: { ...inside.tags, owner: 'ann' } });
    expect(certificate.tags).toMatchObject({ owner: 'ann' });
    const { environment } = await addEnvironment(admin, { name: 'Staging', description: '' });
    const elsewhere = updateCertificateTags(key, { id: insideId, tags: { ...inside.tags }, environmentId: environment.id });
    await expect(elsewhere).rejects.toMatchObject({ code: 'environment_not_found' });
  });

  it('checks and deletes in bulk only what is in its scope, whatever the rest of the organization does', async () => {
    const { admin, key, inside } = await setScene();
    const [insideId, outsideId] = await makeCertificates(test.ctx, admin.org.id, [
      { host: 'in.example.com', notAfter: inDays(50), ...inside },
      { host: 'out.example.com', notAfter: inDays(50) },
    ]);
    if (insideId === undefined || outsideId === undefined) throw new Error('None were made.');
    const whole = await startCheckRun(admin, { all: true });
    const own = await startCheckRun(key, { all: true });
    expect([whole.queued, own.queued, own.jobId === whole.jobId]).toEqual([2, 1, false]);
    expect(await startCheckRun(key, { all: true })).toEqual(own);
    await expect(getCheckRun(key, { id: whole.jobId })).rejects.toMatchObject({ code: 'not_found' });
    for (const host of ['in.example.com', 'out.example.com']) test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
    await runChecks(test.ctx, { id: own.jobId });
    expect(await getCheckRun(key, { id: own.jobId })).toMatchObject({ status: 'completed', total: 1, succeeded: 1 });
    expect(await getCheckRun(admin, { id: own.jobId })).toMatchObject({ total: 1 });
    expect(await removeCertificates(key, { ids: [insideId, outsideId] })).toEqual({ deleted: 1 });
    expect(await removeCertificates(key, { filter: { search: '', status: 'all' } })).toEqual({ deleted: 0 });
    const left = await test.ctx.db.select({ host: certificates.host }).from(certificates).where(eq(certificates.orgId, admin.org.id));
    expect(left).toEqual([{ host: 'out.example.com' }]);
  });
});

describe('a scope', () => {
  it('of a deleted environment reaches nothing, and the list of keys says so', async () => {
    const admin = await makeOrgContext(test.ctx);
    const { environment } = await addEnvironment(admin, { name: 'Production', description: '' });
    const key = await keyWith(admin, { environmentId: environment.id });
    await makeCertificates(test.ctx, admin.org.id, [{ host: 'a.example.com' }]);
    await test.ctx.db.delete(environments).where(and(eq(environments.id, environment.id), eq(environments.orgId, admin.org.id)));
    expect(await getDashboardStats(key)).toMatchObject({ total: 0 });
    test.ctx.gateways.prober.answer('b.example.com:443', servedObservation('b.example.com'));
    await expect(addCertificate(key, { domain: 'b.example.com' })).rejects.toMatchObject({ code: 'environment_not_found' });
    expect((await listApiKeys(admin)).apiKeys).toMatchObject([{ scope: { environment: { id: environment.id, name: null } } }]);
  });

  it('is of an environment of the same organization, and of a tag that certificates can have', async () => {
    const admin = await makeOrgContext(test.ctx);
    const { environment } = await addEnvironment(await makeOrgContext(test.ctx), { name: 'Theirs', description: '' });
    await expect(keyWith(admin, { environmentId: environment.id })).rejects.toMatchObject({ code: 'environment_not_found' });
    await expect(keyWith(admin, { tag: { name: '__proto__', value: 'x' } })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
