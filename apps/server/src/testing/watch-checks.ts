import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS, nextCheckAt, type ScheduleRule } from '@notafter/domain';
import type { TlsFarm } from '@notafter/tls/testing';
import type { FarmEndpoint } from './farm-endpoints.ts';

const LOOK_EVERY_MS = 100;
/** Share of the interval; how long to wait for the last turns. */
const PATIENCE = 1;

interface WatchOptions {
  readonly from: Date;
  readonly intervals: number;
  readonly rule: ScheduleRule;
}

/** The farm's view of the turns in the watched time. */
export interface WatchedChecks {
  /** The number of turns with no check, one, two...: `{ 1: n }` is correct. */
  readonly turnsByChecks: Readonly<Record<number, number>>;
  /** By the time of the check, over all intervals. */
  readonly perTenth: readonly number[];
  /** From the turn to the check, ascending. */
  readonly lateMs: readonly number[];
}

/** Watches the farm for whole intervals. Every endpoint has exactly `intervals` turns in that time, for any phase. */
export const watchChecks = async (
  farm: TlsFarm,
  endpoints: readonly FarmEndpoint[],
  { from, intervals, rule }: WatchOptions,
): Promise<WatchedChecks> => {
  const intervalMs = rule.checkIntervalHours * HOUR_MS;
  const start = from.getTime();
  const watched = endpoints.map(({ id, host }) => ({
    host,
    seen: farm.checksOf(host),
    firstTurn: nextCheckAt(id, from, 0, rule).getTime(),
    perTurn: Array.from({ length: intervals }, () => 0),
  }));
  const perTenth = Array.from({ length: 10 }, () => 0);
  const lateMs: number[] = [];

  const look = (now: number): void => {
    for (const endpoint of watched) {
      const count = farm.checksOf(endpoint.host);
      const fresh = count - endpoint.seen;
      const turn = Math.floor((now - endpoint.firstTurn) / intervalMs);
      if (fresh === 0) continue;
      endpoint.seen = count;
      if (turn < 0 || turn >= intervals) continue;
      endpoint.perTurn[turn] = (endpoint.perTurn[turn] ?? 0) + fresh;
      const tenth = Math.floor((((now - start) % intervalMs) / intervalMs) * 10);
      perTenth[tenth] = (perTenth[tenth] ?? 0) + fresh;
      lateMs.push(now - endpoint.firstTurn - turn * intervalMs);
    }
  };
  const isOver = (now: number): boolean =>
    now >= start + (intervals + PATIENCE) * intervalMs ||
    (now >= start + intervals * intervalMs && watched.every(({ perTurn }) => perTurn.every((checks) => checks > 0)));
  for (let now = start; !isOver(now); now = Date.now()) {
    look(now);
    await wait(LOOK_EVERY_MS);
  }
  const turnsByChecks: Record<number, number> = {};
  for (const checks of watched.flatMap(({ perTurn }) => perTurn)) turnsByChecks[checks] = (turnsByChecks[checks] ?? 0) + 1;
  return { turnsByChecks, perTenth, lateMs: lateMs.sort((one, other) => one - other) };
};
