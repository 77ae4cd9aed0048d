import { DEMO_ZONE } from '../../apps/server/src/dev/demo-certificates.ts';
import { discoveryJobs, discoveryNames, processes, type StoredSource, type StoredSources } from '../../packages/db/src/index.ts';
import { addMs, brandId, DAY_MS, type DiscoverySourceName, MINUTE_MS, type OrganizationId } from '../../packages/domain/src/index.ts';
import type { SystemContext } from '../../packages/features/src/index.ts';

const jobId = (number: number) => brandId<'discovery-job'>(`01989f0a-7c1e-7b42-9f60-${String(number).padStart(12, '0')}`);
/** Runs in every state, for URLs. */
export const shownRuns = { finished: jobId(1), running: jobId(2), failed: jobId(3), earlier: jobId(4) } as const;

interface ShownName {
  /** Below the zone. */
  readonly name: string;
  readonly issuer: string;
  readonly days: number;
  readonly sources: readonly DiscoverySourceName[];
  readonly reachable?: boolean;
  readonly alsoNames?: readonly string[];
}

const le = "Let's Encrypt";
const google = 'Google Trust Services';
const shop = (name: string): ShownName => ({ name: `${name}.shop`, issuer: google, days: 28, sources: ['ct_logs'] });
const names: readonly ShownName[] = [
  { name: 'intranet', issuer: 'Sectigo', days: -12, sources: ['ct_logs'], reachable: false },
  { name: 'beta', issuer: le, days: 4, sources: ['dns', 'ct_logs'] },
  { name: 'api', issuer: le, days: 14, sources: ['direct', 'dns', 'ct_logs', 'san'], alsoNames: ['api-eu', 'api-us', 'hooks', '*.api'] },
  { name: 'git', issuer: le, days: 47, sources: ['direct'] },
  ...['checkout', 'm', 'cart', 'cdn', 'pay'].map(shop),
  { name: 'sso', issuer: le, days: 62, sources: ['dns'] },
  { name: 'assets-2', issuer: 'Cloudflare', days: 88, sources: ['dns', 'ct_logs'] },
  { name: 'www', issuer: le, days: 64, sources: ['direct', 'dns'], alsoNames: ['harborline-www'] },
  { name: 'archive-2019', issuer: 'DigiCert', days: 310, sources: ['san'], reachable: false },
];

const source = (now: Date, changes: Partial<StoredSource> = {}): StoredSource => ({
  state: 'complete',
  reason: null,
  note: null,
  fetchedAt: now.toISOString(),
  done: 1,
  ...changes,
});

/** Discoveries of the demo organization: a finished one with a previous run, a running one, and a failed one. */
export const seedDiscoveries = async ({ db, clock }: SystemContext, orgId: OrganizationId): Promise<void> => {
  const now = clock.now();
  const never = new Date('2999-01-01');
  const all: StoredSources = { direct: source(now), dns: source(now), ct_logs: source(now), san: source(now) };
  const run = (id: typeof shownRuns.finished, subject: string, startedMs: number, tookMs: number | null, sources: StoredSources) => ({
    id,
    orgId,
    kind: 'discovery' as const,
    subject,
    step: 'find_names',
    state: tookMs === null ? ('running' as const) : ('completed' as const),
    error: null,
    done: tookMs === null ? 62 : 100,
    total: 100,
    sources,
    // No worker takes the one that is shown as running.
    generation: 1,
    runAt: never,
    deadlineAt: never,
    createdAt: addMs(now, -startedMs),
    finishedAt: tookMs === null ? null : addMs(now, tookMs - startedMs),
  });
  const refused = (reason: string): StoredSource => source(now, { state: 'failed', reason });
  const runs = [
    run(shownRuns.earlier, DEMO_ZONE, 19 * DAY_MS, 71_000, all),
    {
      ...run(shownRuns.failed, 'quayside.example', 2 * DAY_MS, 9_000, {
        direct: refused('DNS name not found: quayside.example.'),
        dns: refused('The DNS servers answered SERVFAIL.'),
        ct_logs: refused('crt.sh returned a web page instead of data. Cert Spotter returned status 503.'),
        san: source(now),
      }),
      state: 'failed' as const,
      error: 'No source answered. DNS name not found: quayside.example.',
    },
    run(shownRuns.finished, DEMO_ZONE, 20 * MINUTE_MS, 48_000, {
      ...all,
      ct_logs: source(now, { state: 'partial', reason: 'crt.sh returned status 503.' }),
    }),
    run(shownRuns.running, DEMO_ZONE, 41_000, null, {
      ...all,
      ct_logs: source(now, { state: 'running', note: 'Page 7', done: 0.5, fetchedAt: null }),
      san: source(now, { state: 'waiting', done: 0, fetchedAt: null }),
    }),
  ];
  await db.insert(processes).values(runs);
  await db.insert(discoveryJobs).values(runs);
  const rowsOf = (id: typeof shownRuns.finished, shown: readonly ShownName[]) =>
    shown.map(({ name, issuer, days, sources, reachable = true, alsoNames = [] }) => {
      const notAfter = addMs(now, days * DAY_MS + MINUTE_MS);
      const notBefore = addMs(notAfter, (issuer === le ? -90 : -365) * DAY_MS);
      const san = [name, ...alsoNames].map((one) => `${one}.${DEMO_ZONE}`);
      return {
        jobId: id,
        host: `${name}.${DEMO_ZONE}`,
        port: 443,
        domain: `${name}.${DEMO_ZONE}`,
        isWildcard: false,
        sources: [...sources],
        state: 'looked' as const,
        reachable,
        detail: reachable ? null : `Connection refused by 192.0.2.${san.length}:443.`,
        ...(reachable
          ? { issuer, notBefore, notAfter, san }
          : { logIssuer: issuer, logNotBefore: notBefore, logNotAfter: notAfter, logSan: san }),
        wildcard: san.find((one) => one.startsWith('*.')) ?? null,
      };
    });
  await db
    .insert(discoveryNames)
    .values([
      ...rowsOf(shownRuns.earlier, [...names.slice(3), { name: 'retired', issuer: le, days: 9, sources: ['dns'] }]),
      ...rowsOf(shownRuns.finished, names),
      ...rowsOf(shownRuns.running, names.slice(0, 7)),
    ]);
};
