import { Link } from '@remix-run/react';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { actorText, meansText } from './actor-text.ts';
import css from './audit-screen.module.css';
import { subjectHref } from './subject-href.ts';
import type { AuditEntry } from './types.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly onOpen: (entry: AuditEntry) => void;
}

export function AuditTable({ entries, onOpen }: AuditTableProps) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={css.when}>
              <AbsoluteTime value={entry.at} form="datetime" />
            </td>
            <td className={css.who}>
              <span title={actorText(entry.actor)}>{actorText(entry.actor)}</span>
              <Means entry={entry} />
            </td>
            <td className={css.what}>
              <button type="button" className={css.open} onClick={() => onOpen(entry)}>
                {entry.sentence}
              </button>
              {entry.subject === null ? null : (
                <>
                  : <Subject entry={entry} />
                </>
              )}
            </td>
            <td className={css.ip}>{entry.ip ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Leads to where the object is found today. */
function Subject({ entry }: { readonly entry: AuditEntry }) {
  const href = subjectHref(entry);
  return href === null ? <strong>{entry.subject}</strong> : <Link to={href}>{entry.subject}</Link>;
}

function Means({ entry: { actor } }: { readonly entry: AuditEntry }) {
  const text = meansText(actor);
  return text === null ? null : <small> {text}</small>;
}
