import type { ReactNode } from 'react';
import css from './fact-table.module.css';

interface FactTableProps {
  /** Names the table to screen readers. */
  readonly label: string;
  /** `FactRow`s. */
  readonly children: ReactNode;
}

/** Names and values that fill a panel, one in a row, with actions such as Copy at the end. */
export function FactTable({ label, children }: FactTableProps) {
  return (
    <table className={css.table}>
      <caption className={css.caption}>{label}</caption>
      <tbody>{children}</tbody>
    </table>
  );
}

interface FactRowProps {
  readonly name: string;
  readonly actions?: ReactNode;
  /** The value is monospaced. */
  readonly code?: boolean;
  readonly children: ReactNode;
}

export function FactRow({ name, actions, code = false, children }: FactRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={code ? css.code : undefined}>{children}</td>
      <td>
        <span className={css.actions}>{actions}</span>
      </td>
    </tr>
  );
}
