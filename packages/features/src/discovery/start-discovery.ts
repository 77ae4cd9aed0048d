import { discoveryJobs, newId, organizations, processes, type StoredSource, type StoredSources } from '@notafter/db';
import { type DiscoveryJobId, DomainError } from '@notafter/domain';
import { startDiscoveryInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { personBehind } from '../context.ts';
import { FURTHER_DISCOVERY_PRIORITY } from '../steps/process-jobs.ts';
import { startProcess } from '../steps/start-process.ts';
import { throttleOf } from '../throttling/throttle.ts';
import { typedDomainOf } from '../typed-domain.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { isDiscoveryOf } from './internal/run-view.ts';
import { discoveryProcess } from './run-discovery.ts';

/** Of one organization at a time; sources and the worker are shared with all others. */
const RUNNING_MAX = 3;

const untouched: StoredSource = { state: 'waiting', reason: null, note: null, fetchedAt: null, done: 0 };
const noSourceYet: StoredSources = { direct: untouched, dns: untouched, ct_logs: untouched, san: untouched };

/**
 * Starts a search for the certificates of a domain and answers at once; `getDiscovery` returns the progress. What certificate logs
 * answered the organization's last search of the domain within six hours is used again unless `fresh`. Throws
 * `discovery_domain_invalid`, `discovery_running` (one of this domain, or three in all, are under way) or `rate_limited`.
 */
export const startDiscovery = useCase({
  name: 'discovery/start-discovery',
  access: 'admin',
  apiKey: 'write',
  input: startDiscoveryInput,
  audit: 'Started a discovery',
})(async (ctx, input): Promise<{ readonly jobId: DiscoveryJobId; readonly domain: string }> => {
  const domain = typedDomainOf(input.domain);
  await throttleOf(ctx).spend('discoveryStart', ctx.org.id);
  await throttleOf(ctx).spend('discoveryDay', ctx.org.id);
  return withTransaction(ctx, async (tx, audit) => {
    // Two people who press the button at once start one search.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const running = await tx.db
      .select({ id: discoveryJobs.id, domain: processes.subject })
      .from(discoveryJobs)
      .innerJoin(processes, eq(processes.id, discoveryJobs.id))
      .where(and(isDiscoveryOf(tx.org.id), eq(processes.state, 'running')));
    const same = running.find((one) => one.domain === domain);
    if (same !== undefined) throw new DomainError('discovery_running', { conflict: { type: 'discovery', id: same.id } });
    const [first] = running;
    if (first !== undefined && running.length >= RUNNING_MAX) {
      const message = 'Three discoveries are running already. Wait for one of them to end.';
      throw new DomainError('discovery_running', { message, conflict: { type: 'discovery', id: first.id } });
    }
    const jobId = newId<'discovery-job'>();
    // An organization's first search goes before the second of another one that waits.
    const priority = running.length === 0 ? 0 : FURTHER_DISCOVERY_PRIORITY + 1 - running.length;
    const started = { id: jobId, orgId: tx.org.id, startedBy: personBehind(tx.actor), subject: domain, total: 100 };
    await startProcess(tx, discoveryProcess, started, { priority });
    const sources = { ...noSourceYet, ct_logs: { ...untouched, fresh: input.fresh === true } };
    await tx.db.insert(discoveryJobs).values({ id: jobId, sources });
    audit({ subjectId: jobId, detail: { domain } });
    return { jobId, domain };
  });
});
