import { DAY_MS } from '../../time.ts';

export const historyActions = ['added', 'renewed', 'checked'] as const;
export type HistoryAction = (typeof historyActions)[number];

interface HistoryInput {
  readonly previousFingerprint256: string | null;
  readonly fingerprint256: string;
  /** When the last history entry was written; null without one. */
  readonly lastRecordedAt: Date | null;
  readonly askedByPerson: boolean;
  readonly now: Date;
}

/**
 * Returns the entry of a successful check: `renewed` whenever the fingerprint changed, `checked` when a person asked or a day has
 * passed since the last entry, else none.
 */
export const historyActionFor = (input: HistoryInput): HistoryAction | null => {
  if (input.previousFingerprint256 === null) return 'added';
  if (input.previousFingerprint256 !== input.fingerprint256) return 'renewed';
  if (input.askedByPerson || input.lastRecordedAt === null) return 'checked';
  return input.now.getTime() - input.lastRecordedAt.getTime() >= DAY_MS ? 'checked' : null;
};
