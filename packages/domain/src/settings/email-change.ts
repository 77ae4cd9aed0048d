interface EmailChange {
  readonly expiresAt: Date;
  readonly oldConfirmedAt: Date | null;
  readonly newConfirmedAt: Date | null;
}

/**
 * - `open`: waits for one or both addresses; both links work.
 * - `in-force`: both confirmed; the last confirmation sets it, and it is final.
 * - `expired`: its time ended before that; a new one has to be asked for.
 */
export type EmailChangeState = 'open' | 'in-force' | 'expired';

export const emailChangeStateOf = ({ expiresAt, oldConfirmedAt, newConfirmedAt }: EmailChange, now: Date): EmailChangeState => {
  if (oldConfirmedAt !== null && newConfirmedAt !== null) return 'in-force';
  return expiresAt <= now ? 'expired' : 'open';
};
