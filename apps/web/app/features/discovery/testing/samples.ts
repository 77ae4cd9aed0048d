import { addMs, brandId, DAY_MS, discoverySources, MINUTE_MS } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { PastRun, RunResult, RunView, SourceView } from '../types.ts';

export const runIdOf = (number: number) => brandId<'discovery-job'>(`0198b5a0-0000-7000-9000-${String(number).padStart(12, '0')}`);
export const certificateIdOf = (number: number) => brandId<'certificate'>(`0198b5a0-0000-7000-8000-${String(number).padStart(12, '0')}`);

export const sampleSource = (source: SourceView['source'], changes: Partial<SourceView> = {}): SourceView => ({
  source,
  state: 'complete',
  reason: null,
  note: null,
  fetchedAt: NOW,
  reused: false,
  count: 1,
  ...changes,
});

/** A result that ends `days` whole days from now; null: nothing is known of its end. */
export const sampleResult = (number: number, days: number | null, changes: Partial<RunResult> = {}): RunResult => ({
  domain: `host-${number}.example.com`,
  issuer: "Let's Encrypt",
  expirationDate: days === null ? null : addMs(NOW, days * DAY_MS + 1000),
  notBefore: days === null ? null : addMs(NOW, (days - 90) * DAY_MS),
  san: [`host-${number}.example.com`, 'www.example.com'],
  sources: ['dns', 'ct_logs'],
  reachable: true,
  detail: null,
  seen: 'live',
  certificateId: null,
  wildcard: null,
  isNew: null,
  ...changes,
});

/** A completed run with these results on its first page. */
export const sampleRun = (results: readonly RunResult[], changes: Partial<RunView> = {}): RunView => ({
  jobId: runIdOf(1),
  domain: 'example.com',
  status: 'completed',
  error: null,
  startedAt: addMs(NOW, -MINUTE_MS),
  finishedAt: NOW,
  found: results.length,
  progress: 100,
  sources: discoverySources.map((source) => sampleSource(source)),
  monitored: results.filter(({ certificateId }) => certificateId !== null).length,
  notLookedAt: 0,
  wildcards: [],
  comparison: null,
  results,
  total: results.length,
  offset: 0,
  limit: 10,
  ...changes,
});

export const runningRun = (progress: number, results: readonly RunResult[] = [], changes: Partial<RunView> = {}): RunView =>
  sampleRun(results, { status: 'running', progress, finishedAt: null, ...changes });

export const pastRunOf = ({ jobId, domain, status, error, startedAt, finishedAt, found }: RunView): PastRun => ({
  jobId,
  domain,
  status,
  error,
  startedAt,
  finishedAt,
  found,
});
