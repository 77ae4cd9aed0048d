import type { CertificateId } from '../../ids.ts';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time.ts';

/** One worker per shard claims the schedule: more claimers on one index cost far more than they bring. */
export const SHARDS = 4;
/** The shard of endpoints that a collector checks: no worker claims it. */
export const COLLECTOR_SHARD = -1;
/** Endpoints claimed, and results written, in one statement at most. */
export const CHECK_SLICE_SIZE = 500;
/** A claimed endpoint becomes due again after this if its worker dies; longer than any slice waits for its probes. */
export const CHECK_LEASE_MS = 2 * MINUTE_MS;

/** Failing endpoints are retried sooner than the interval at first, back off to it, and are never dropped. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;
const PHASE_STEPS = 2 ** 32;
/** Twelve doublings are two weeks: longer than any interval. */
const MAX_DOUBLINGS = 12;

export interface ScheduleRule {
  readonly checkIntervalHours: number;
}

/** The shard of a certificate, from other digits of its id than its phase, so that each shard's load is even too. */
export const shardOf = (certificateId: CertificateId): number => Number.parseInt(certificateId.slice(-12, -8), 16) % SHARDS;

/**
 * Position of a certificate in the interval, 0 to below 1, from the random end of its UUIDv7: any population is spread evenly
 * without a stored phase, however it was added.
 */
export const phaseOf = (certificateId: CertificateId): number => Number.parseInt(certificateId.slice(-8), 16) / PHASE_STEPS;

/**
 * Returns the next due instant after `now`. `fails` counts consecutive failed checks, this one included: a failing endpoint is
 * retried after 5, 10, 20... minutes, never later than its regular turn.
 */
export const nextCheckAt = (certificateId: CertificateId, now: Date, fails: number, rule: ScheduleRule): Date => {
  // Whole milliseconds: a rounded turn could otherwise equal `now`.
  const intervalMs = Math.max(1, Math.round(rule.checkIntervalHours * HOUR_MS));
  const phaseMs = Math.floor(phaseOf(certificateId) * intervalMs);
  const turn = Math.floor((now.getTime() - phaseMs) / intervalMs) + 1;
  const regular = new Date(turn * intervalMs + phaseMs);
  if (fails === 0) return regular;
  const retry = addMs(now, FIRST_RETRY_MS * 2 ** Math.min(fails - 1, MAX_DOUBLINGS));
  return retry < regular ? retry : regular;
};

/** How often a worker looks for due endpoints: often enough to avoid bursts, without idle queries. */
export const dueTickMs = (rule: ScheduleRule): number =>
  Math.min(15 * SECOND_MS, Math.max(SECOND_MS / 2, (rule.checkIntervalHours * HOUR_MS) / 200));
