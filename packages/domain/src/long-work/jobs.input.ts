import { z } from 'zod';
import { idInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { jobStates, jobTypes } from './jobs.ts';

export const jobIdInput = z.object({ id: idInput<'check-run' | 'certificate-import' | 'discovery-job' | 'service-operation'>() });
export type JobIdInput = z.infer<typeof jobIdInput>;

export const listJobsInput = z.object({
  type: z.enum(jobTypes).optional(),
  state: z.enum(jobStates).optional(),
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(1000).optional(),
});
export type ListJobsInput = z.infer<typeof listJobsInput>;
