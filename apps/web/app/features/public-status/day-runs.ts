import type { DayState } from '@notafter/domain';
import type { Outputs } from '../../api/trpc.ts';

type PublicStatus = Outputs['publicStatus']['read'];
type Endpoint = PublicStatus['endpoints'][number];

/** Days of the same state beside each other. */
export interface DayRun {
  readonly state: DayState;
  readonly length: number;
}

export interface ShownEndpoint extends Omit<Endpoint, 'days'> {
  readonly runs: readonly DayRun[];
}

/** With runs in place of days: of a hundred endpoints, 9,000 words would be most of the page. */
export interface ShownStatus extends Omit<PublicStatus, 'endpoints'> {
  readonly endpoints: readonly ShownEndpoint[];
}

export const runsOf = (days: readonly DayState[]): DayRun[] => {
  const runs: { state: DayState; length: number }[] = [];
  for (const state of days) {
    const last = runs.at(-1);
    if (last?.state === state) last.length += 1;
    else runs.push({ state, length: 1 });
  }
  return runs;
};

export const toShown = ({ endpoints, ...status }: PublicStatus): ShownStatus => ({
  ...status,
  endpoints: endpoints.map(({ days, ...endpoint }) => ({ ...endpoint, runs: runsOf(days) })),
});
