/** How a call to a cloud can go wrong. */
export const cloudFaults = [
  'throttled',
  'server_error',
  'capacity',
  'quota',
  'auth_revoked',
  'cut_before_commit',
  'cut_after_commit',
  'stale_read',
  'duplicate',
] as const;
/**
 * `cut_before_commit`, `cut_after_commit`: the connection ends before or after the call was carried out. `stale_read`: for a moment,
 * reads show the state before it. `duplicate`: it arrives twice, and the second answer comes back.
 */
export type CloudFault = (typeof cloudFaults)[number];

/** Strikes the n-th call with this label. */
export interface ScriptedFault {
  readonly label: string;
  readonly nth: number;
  readonly fault: CloudFault;
}
