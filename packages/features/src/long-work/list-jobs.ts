import { listJobsInput } from '@notafter/domain/inputs';
import { readPage, type Stretch } from '../certificates/list/paging.ts';
import { useCase } from '../use-case.ts';
import { type JobView, listJobRows } from './internal/job-rows.ts';

type JobKind = 'check-run' | 'certificate-import' | 'discovery-job' | 'service-operation';

/** The organization's check runs, imports and discoveries of the last 30 days, newest first. Throws `invalid_input` for a cursor of another list. */
export const listJobs = useCase({
  name: 'long-work/list-jobs',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: listJobsInput,
})(async (ctx, { type, state, limit, cursor }): Promise<{ readonly jobs: readonly JobView[]; readonly nextCursor: string | null }> => {
  const page = await readPage(
    { scope: ['jobs', type ?? '', state ?? ''], keyKind: 'instant', limit, cursor, page: 'first' },
    async ({ after, take }: Stretch<JobKind>) => {
      const jobs = await listJobRows(ctx.db, ctx.reach, { type, state, after, take });
      return { rows: jobs.map((job) => ({ id: job.id, job, key: job.createdAt.toISOString() })), total: 0, totalCapped: false };
    },
  );
  return { jobs: page.rows.map(({ job }) => job), nextCursor: page.nextCursor };
});
