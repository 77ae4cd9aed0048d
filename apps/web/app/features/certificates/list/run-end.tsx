import { countText, isCancelled } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { Failure, Failures } from '../../../ui/failures/failures.tsx';
import type { CheckRun } from '../types.ts';

interface RunEndProps {
  readonly run: CheckRun;
  readonly onDismiss: () => void;
}

/** Why a bulk check ended early, and the certificates that it could not check. */
export default function RunEnd({ run, onDismiss }: RunEndProps) {
  const isEarly = run.status === 'failed';
  const unlisted = run.failed - run.failures.length;
  return (
    <Failures
      label={isEarly ? 'Check result' : 'Failed checks'}
      tone={isCancelled(run) ? 'pending' : 'expired'}
      title={titleOf(run)}
      dismissLabel={isEarly ? 'Dismiss check result' : 'Dismiss failed checks'}
      onDismiss={onDismiss}
    >
      {run.failures.map(({ id, domain, message }) => (
        <Failure key={id} name={<Link to={`/certificates/${id}`}>{domain}</Link>}>
          {message}
        </Failure>
      ))}
      {unlisted > 0 ? <li>And {countText(unlisted)} more. The filter Unreachable shows them.</li> : null}
    </Failures>
  );
}

function titleOf(run: CheckRun): string {
  const { status, error, succeeded, failed, total } = run;
  const unreachable = `${countText(failed)} of ${countText(total)} could not be checked`;
  if (status !== 'failed') return unreachable;
  const checked = `${countText(succeeded + failed)} of ${countText(total)} certificates were checked.`;
  return isCancelled(run) ? `The check was cancelled. ${checked}` : `${error ?? 'The check failed.'} ${checked}`;
}
