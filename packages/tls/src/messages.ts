import type { Observation, ProbeTarget } from '@notafter/domain';

/** What crosses between the prober and its worker thread. */
export interface ProbeRequest {
  readonly id: number;
  readonly target: ProbeTarget;
}

export type ProbeAnswer =
  | { readonly id: number; readonly observation: Observation }
  /** The machine's fault, not the target's. */
  | { readonly id: number; readonly fault: string };
