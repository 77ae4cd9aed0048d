import { dateTimeText, type HistoryAction } from '@notafter/domain';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { SelectBox } from '../../../ui/data-table/select-box.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { HistoryEntry, HistoryList } from '../types.ts';
import css from './history-table.module.css';
import { shortFingerprint } from './history-view.ts';
import type { CompareChoice } from './use-compare-choice.ts';

export const actionWords = {
  added: { label: 'Added', icon: 'plus' },
  renewed: { label: 'Renewed', icon: 'refresh' },
  checked: { label: 'Checked', icon: 'activity' },
} as const satisfies Record<HistoryAction, { label: string; icon: IconName }>;

interface HistoryTableProps {
  readonly entries: HistoryList['history'];
  readonly stale: boolean;
  /** While two entries are chosen for a comparison; null otherwise. */
  readonly choice: CompareChoice | null;
}

export function HistoryTable({ entries, stale, choice }: HistoryTableProps) {
  return (
    <div className={css.room}>
      <table className={css.table} aria-busy={stale}>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Date</th>
            <th scope="col">Issuer</th>
            <th scope="col">Expiration</th>
            <th scope="col">Fingerprint</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} choice={choice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HistoryRow({ entry, choice }: { readonly entry: HistoryEntry; readonly choice: CompareChoice | null }) {
  const { action, recordedAt, issuer, notAfter, fingerprint256 } = entry;
  const { label, icon } = actionWords[action];
  return (
    <tr>
      <td>
        <span className={css.action} data-action={action}>
          {choice === null ? (
            <Icon name={icon} small />
          ) : (
            <span className={css.choose}>
              <SelectBox
                label={`Compare ${label} ${dateTimeText(recordedAt)}`}
                share={choice.isChosen(entry) ? 'all' : 'none'}
                onChange={() => choice.toggle(entry)}
              />
            </span>
          )}
          {label}
        </span>
      </td>
      <td className={css.date}>
        <AbsoluteTime value={recordedAt} form="datetime" />
      </td>
      <td className={css.issuer} title={issuer}>
        {issuer}
      </td>
      <td className={css.expires}>
        <span className={css.cardLabel}>Expiration </span>
        <AbsoluteTime value={notAfter} />
      </td>
      <td className={css.fingerprint}>
        <span className={css.code} title={fingerprint256}>
          {shortFingerprint(fingerprint256, 16)}
          <span className={css.longer}>{shortFingerprint(fingerprint256, 32).slice(16)}</span>
        </span>
        <CopyButton value={fingerprint256} label="Copy fingerprint" />
      </td>
    </tr>
  );
}
