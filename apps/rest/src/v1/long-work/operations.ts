import type { ServeOperation } from '../../rest-environment.ts';
import { serveJobs } from './jobs.ts';

export const longWorkOperations: readonly ServeOperation[] = [serveJobs];
