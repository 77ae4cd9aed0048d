import { type LogList, type LogListOutcome, loggingStates, type TransparencyLog } from '@notafter/domain';
import { z } from 'zod';
import { readLogKey } from '../log-signature.ts';
import { HASH_BYTES } from '../merkle/hashes.ts';
import { parseJson } from '../parse-json.ts';

/** Browsers stop enforcing by a list of this age (Chrome's certificate transparency policy). */
export const LIST_MAX_AGE_DAYS = 70;
const DAY_MS = 86_400_000;
/** A list that is dated further ahead would never be too old. */
const CLOCK_SKEW_MS = DAY_MS;

const state = z.object({
  final_tree_head: z.object({ tree_size: z.int().min(0), sha256_root_hash: z.base64() }).optional(),
});
const described = z.object({
  description: z.string().max(500).default(''),
  log_id: z.base64(),
  key: z.base64(),
  mmd: z.int().min(1),
  state: z.record(z.string(), state).optional(),
  temporal_interval: z.object({ start_inclusive: z.iso.datetime(), end_exclusive: z.iso.datetime() }).optional(),
});
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const rfc6962Log = described.extend({ url: address });
const tiledLog = described.extend({ submission_url: address, monitoring_url: address });
const listShape = z.object({
  version: z.string().max(100).default(''),
  log_list_timestamp: z.iso.datetime({ offset: true }),
  operators: z.array(
    z.object({ name: z.string().max(200), logs: z.array(z.unknown()).default([]), tiled_logs: z.array(z.unknown()).default([]) }),
  ),
});

type Described = z.infer<typeof described>;

const finalHeadOf = ({ state: states }: Described): TransparencyLog['finalHead'] => {
  const head = states?.readonly?.final_tree_head;
  const root = Buffer.from(head?.sha256_root_hash ?? '', 'base64');
  return head === undefined || root.length !== HASH_BYTES ? null : { size: head.tree_size, root: root.toString('hex') };
};

type Shared = Omit<TransparencyLog, 'kind' | 'url' | 'submissionUrl'>;

/** Returns null for a log whose state is unknown, or whose ID is not that of its key. */
const sharedOf = (log: Described, operator: string): Shared | null => {
  const key = readLogKey(log.key);
  const known = loggingStates.find((name) => log.state?.[name] !== undefined);
  if (key === null || key.id.toString('base64') !== log.log_id || known === undefined) return null;
  const { temporal_interval: interval } = log;
  return {
    id: log.log_id,
    description: log.description,
    operator,
    key: log.key,
    mmdSeconds: log.mmd,
    state: known,
    interval: interval === undefined ? null : { start: new Date(interval.start_inclusive), end: new Date(interval.end_exclusive) },
    finalHead: finalHeadOf(log),
  };
};

const readRfc6962Log = (value: unknown, operator: string): TransparencyLog | null => {
  const read = rfc6962Log.safeParse(value);
  const shared = read.success ? sharedOf(read.data, operator) : null;
  return !read.success || shared === null ? null : { ...shared, kind: 'rfc6962', url: read.data.url, submissionUrl: read.data.url };
};

const readTiledLog = (value: unknown, operator: string): TransparencyLog | null => {
  const read = tiledLog.safeParse(value);
  const shared = read.success ? sharedOf(read.data, operator) : null;
  if (!read.success || shared === null) return null;
  return { ...shared, kind: 'static', url: read.data.monitoring_url, submissionUrl: read.data.submission_url };
};

/** Reads a log list whose signature was verified, in version 3 of the schema. A log that cannot be read is skipped and counted. */
export const readLogList = (bytes: Buffer): LogList | null => {
  const read = listShape.safeParse(parseJson(bytes.toString('utf8')));
  if (!read.success) return null;
  const all = read.data.operators.flatMap(({ name, logs, tiled_logs: tiled }) => [
    ...logs.map((log) => readRfc6962Log(log, name)),
    ...tiled.map((log) => readTiledLog(log, name)),
  ]);
  const logs = all.filter((log) => log !== null);
  return { version: read.data.version, publishedAt: new Date(read.data.log_list_timestamp), logs, skipped: all.length - logs.length };
};

/** Judges the age of a list. */
export const judgeAge = (list: LogList, now: Date): LogListOutcome => {
  const ageMs = now.getTime() - list.publishedAt.getTime();
  if (ageMs < -CLOCK_SKEW_MS) return { kind: 'invalid', reason: 'The log list is dated in the future.' };
  const ageDays = Math.max(0, Math.floor(ageMs / DAY_MS));
  return ageMs > LIST_MAX_AGE_DAYS * DAY_MS ? { kind: 'outdated', list, ageDays } : { kind: 'current', list, ageDays };
};
