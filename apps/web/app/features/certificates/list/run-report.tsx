import { ActionIcon } from '@mantine/core';
import { Link } from '@remix-run/react';
import { Icon } from '../../../ui/icons.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import type { CheckRun } from '../types.ts';
import css from './run-report.module.css';

interface RunProgressProps {
  readonly done: number;
  readonly total: number;
  /** What is under way, and its past participle. */
  readonly label?: string;
  readonly verb?: string;
}

const figure = (value: number): string => value.toLocaleString('en');

/** How far a bulk check or an import is: what has been done, not what was asked for. */
export function RunProgress({ done, total, label = 'Checking certificates', verb = 'Checked' }: RunProgressProps) {
  const percent = total === 0 ? 100 : (done / total) * 100;
  return (
    <div className={css.progress}>
      <span role="status">
        {verb} {figure(done)} of {figure(total)}
      </span>
      <div className={css.rail} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
        <span className={css.fill} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

interface RunFailuresProps {
  readonly run: CheckRun;
  readonly onDismiss: () => void;
}

/** What a finished bulk check could not check, and why. */
export function RunFailures({ run, onDismiss }: RunFailuresProps) {
  const unlisted = run.failed - run.failures.length;
  return (
    <section className={css.failures} aria-label="Failed checks">
      <div className={css.head}>
        <StatusMark tone="expired" />
        <strong>
          {figure(run.failed)} of {figure(run.total)} could not be checked
        </strong>
        <ActionIcon variant="subtle" color="gray" size={28} onClick={onDismiss} aria-label="Dismiss failed checks">
          <Icon name="close" small />
        </ActionIcon>
      </div>
      <ul className={css.list}>
        {run.failures.map(({ id, domain, message }) => (
          <li key={id} className={css.failure}>
            <Link to={`/certificates/${id}`}>{domain}</Link>
            <span>{message}</span>
          </li>
        ))}
        {unlisted > 0 ? <li className={css.more}>And {figure(unlisted)} more, found by the filter Unreachable.</li> : null}
      </ul>
    </section>
  );
}
