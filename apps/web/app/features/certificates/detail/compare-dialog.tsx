import { type CertificateId, type ComparedValue, countText, dateTimeText, type FieldComparison, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Bone } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { HistoryComparison } from '../types.ts';
import css from './compare-dialog.module.css';
import { actionWords } from './history-table.tsx';
import type { EntryPair } from './use-compare-choice.ts';

interface CompareDialogProps {
  readonly id: CertificateId;
  readonly pair: EntryPair;
  readonly onClose: () => void;
}

/** Field by field what differs between the certificates of two entries, the older one first. */
export default function CompareDialog({ id, pair: [from, to], onClose }: CompareDialogProps) {
  const trpc = useTRPC();
  const answer = useQuery(trpc.certificates.compareHistory.queryOptions({ id, from: from.id, to: to.id }));
  return (
    <Dialog title="Compare history entries" size={820} onClose={onClose}>
      {answer.data !== undefined ? (
        <Comparison comparison={answer.data} />
      ) : answer.isError ? (
        <Banner tone="expired" role="alert">
          {problemOfCall(answer.error).code === 'history_entry_not_found'
            ? 'The certificate of one of these entries is not kept, so its fields cannot be compared.'
            : problemOfCall(answer.error).message}
        </Banner>
      ) : (
        <div className={css.bones}>
          <Bone width={72} />
          <Bone width={64} />
        </div>
      )}
    </Dialog>
  );
}

function Comparison({ comparison: { from, to, fields } }: { readonly comparison: HistoryComparison }) {
  const [all, setAll] = useState(false);
  const changed = fields.filter((field) => field.changed);
  const same = fields.length - changed.length;
  const shown = all ? fields : changed;
  return (
    <>
      <p className={css.summary} role="status">
        {changed.length === 0
          ? 'Nothing differs: both entries saw the same certificate.'
          : `${changed.length} of ${fields.length} fields differ.`}
      </p>
      {shown.length === 0 ? null : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <EntryHead entry={from} />
              <EntryHead entry={to} />
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow key={field.field} field={field} />
            ))}
          </tbody>
        </table>
      )}
      {same === 0 ? null : (
        <button type="button" className={css.toggle} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show differences only' : `Show ${plural(same, 'field that is', 'fields that are')} the same`}
        </button>
      )}
    </>
  );
}

function EntryHead({ entry: { action, recordedAt } }: { readonly entry: HistoryComparison['from'] }) {
  return (
    <th scope="col">
      {actionWords[action].label} <AbsoluteTime value={recordedAt} form="datetime" />
    </th>
  );
}

const isInstant = /^\d{4}-\d\d-\d\dT/;

const valueText = (value: ComparedValue): string => {
  if (value === null) return '\u2013';
  if (typeof value === 'string') return isInstant.test(value) ? dateTimeText(new Date(value)) : value;
  return plural(value.length, 'name');
};

function FieldRow({ field: { field, label, before, after, changed, added, removed } }: { readonly field: FieldComparison }) {
  const isCode = field === 'fingerprint' || field === 'fingerprint256' || field === 'serialNumber';
  const code = isCode ? css.code : undefined;
  return (
    <tr data-changed={changed}>
      <th scope="row">{label}</th>
      <td className={code}>
        {valueText(before)}
        <Names names={removed} sign={'\u2212'} word="Removed" />
      </td>
      <td className={code}>
        {valueText(after)}
        <Names names={added} sign="+" word="Added" />
      </td>
    </tr>
  );
}

/** More than anybody compares by eye. */
const NAMES_SHOWN = 50;

function Names({ names, sign, word }: { readonly names: readonly string[]; readonly sign: string; readonly word: string }) {
  if (names.length === 0) return null;
  return (
    <ul className={css.names} aria-label={word}>
      {names.slice(0, NAMES_SHOWN).map((name) => (
        <li key={name}>
          {sign} {name}
        </li>
      ))}
      {names.length > NAMES_SHOWN ? <li>and {countText(names.length - NAMES_SHOWN)} more</li> : null}
    </ul>
  );
}
