import { ActionIcon, Button } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
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
  /** Left out where it cannot be cancelled here, and null for those who may not. */
  readonly cancel?: { readonly start: () => void; readonly busy: boolean } | null;
}

/** How far a bulk check or an import is: what has been done, not what was asked for. */
export function RunProgress({ done, total, label = 'Checking certificates', verb = 'Checked', cancel = null }: RunProgressProps) {
  const percent = total === 0 ? 100 : (done / total) * 100;
  return (
    <div className={css.progress}>
      <span role="status">
        {verb} {countText(done)} of {countText(total)}
      </span>
      <div className={css.rail} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
        <span className={css.fill} style={{ width: `${percent}%` }} />
      </div>
      {cancel === null ? null : (
        <Button size="xs" variant="subtle" color="gray" onClick={cancel.start} disabled={cancel.busy}>
          {cancel.busy ? 'Cancelling...' : 'Cancel'}
        </Button>
      )}
    </div>
  );
}

interface RunEndProps {
  readonly run: CheckRun;
  readonly onDismiss: () => void;
}

/** Why a bulk check ended before its last certificate, and what it could not check. */
export function RunEnd({ run, onDismiss }: RunEndProps) {
  const cancelled = isCancelled(run);
  const isEarly = run.status === 'failed';
  const what = isEarly ? 'check result' : 'failed checks';
  return (
    <section className={css.end} data-tone={cancelled ? 'pending' : 'expired'} aria-label={isEarly ? 'Check result' : 'Failed checks'}>
      <div className={css.head}>
        <StatusMark tone={cancelled ? 'pending' : 'expired'} />
        <strong>{headOf(run)}</strong>
        <ActionIcon variant="subtle" color="gray" size={28} onClick={onDismiss} aria-label={`Dismiss ${what}`}>
          <Icon name="close" small />
        </ActionIcon>
      </div>
      {run.failed === 0 ? null : <Failures run={run} />}
    </section>
  );
}

function headOf(run: CheckRun): string {
  const { status, error, succeeded, failed, total } = run;
  const unreachable = `${countText(failed)} of ${countText(total)} could not be checked`;
  if (status !== 'failed') return unreachable;
  const checked = `${countText(succeeded + failed)} of ${countText(total)} certificates were checked.`;
  return isCancelled(run) ? `The check was cancelled. ${checked}` : `${error ?? 'The check failed.'} ${checked}`;
}

function Failures({ run: { failed, failures } }: Pick<RunEndProps, 'run'>) {
  const unlisted = failed - failures.length;
  return (
    <ul className={css.list}>
      {failures.map(({ id, domain, message }) => (
        <li key={id} className={css.failure}>
          <Link to={`/certificates/${id}`}>{domain}</Link>
          <span>{message}</span>
        </li>
      ))}
      {unlisted > 0 ? <li className={css.more}>And {countText(unlisted)} more, found by the filter Unreachable.</li> : null}
    </ul>
  );
}
