import { countText, isCancelled } from '@notafter/domain';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import type { ImportRun } from '../types.ts';

type Result = ImportRun['lines'][number]['result'];

/** The result of a line. An unreachable endpoint is monitored anyway. */
export const resultWords = {
  waiting: { label: 'Waiting', tone: 'pending' },
  added: { label: 'Added', tone: 'valid' },
  unreachable: { label: 'Added, unreachable', tone: 'unreachable' },
  duplicate: { label: 'Already monitored', tone: 'info' },
  invalid: { label: 'Not added', tone: 'failed' },
  limit: { label: 'Above the limit', tone: 'critical' },
  skipped: { label: 'Skipped', tone: 'pending' },
} as const satisfies Record<Result, { readonly label: string; readonly tone: MarkTone }>;

/** True if the person has to act. */
export const needsAttention = (result: Result): boolean =>
  result === 'invalid' || result === 'limit' || result === 'unreachable' || result === 'skipped';

/** `12 added, 3 of them unreachable, 1 already monitored, 2 not added`; zeros are left out. */
export function countsText({ counts }: Pick<ImportRun, 'counts'>): string {
  const { added, unreachable, duplicate, invalid, limit, skipped } = counts;
  const parts = [
    `${countText(added + unreachable)} added`,
    unreachable === 0 ? null : `${countText(unreachable)} of them unreachable`,
    duplicate === 0 ? null : `${countText(duplicate)} already monitored`,
    invalid === 0 ? null : `${countText(invalid)} not added`,
    limit === 0 ? null : `${countText(limit)} above the plan\u2019s limit`,
    skipped === 0 ? null : `${countText(skipped)} skipped`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** The reason why an import ended early; empty if it did not. */
export function endText({ status, error }: Pick<ImportRun, 'status' | 'error'>): string {
  if (status !== 'failed') return '';
  return isCancelled({ status, error }) ? 'The import was cancelled. ' : `${error ?? 'The import stopped early.'} `;
}

const KB = 1024;
/** The server's limit. */
export const FILE_MAX_BYTES = 900 * KB;

export const sizeText = (bytes: number): string => `${countText(Math.ceil(bytes / KB))} KB`;
