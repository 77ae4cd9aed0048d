import { countText, limitText, pluralWord } from '@notafter/domain';
import { useSessionView } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Failure, Failures } from '../../ui/failures/failures.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { RunProgress } from '../certificates/list/run-report.tsx';
import type { Adding, AddRun } from './use-adding.ts';

/** The progress of adding several names, the names that failed and why, and a full plan. */
export function AddReport({ adding }: { readonly adding: Adding }) {
  const { run, isFull, dismiss, stop } = adding;
  const plan = useSessionView()?.plan ?? '';
  const unlisted = run === null || run.running ? [] : run.failures;
  return (
    <>
      {run?.running === true ? (
        <RunProgress
          done={run.added + run.failures.length}
          total={run.total}
          label="Adding to monitoring"
          verb="Tried"
          cancel={{ start: stop, busy: false, label: 'Stop' }}
        />
      ) : null}
      {isFull && run === null ? (
        <Banner tone="critical" role="alert">
          {limitText('certificate_limit', plan)} <UpgradeLink look="text" />
        </Banner>
      ) : null}
      {run === null || unlisted.length === 0 ? null : <NotAdded run={run} isFull={isFull} onDismiss={dismiss} />}
    </>
  );
}

interface NotAddedProps {
  readonly run: AddRun;
  readonly isFull: boolean;
  readonly onDismiss: () => void;
}

function NotAdded({ run: { total, added, failures, stopped }, isFull, onDismiss }: NotAddedProps) {
  const untried = total - added - failures.length;
  return (
    <Failures
      label="Not added"
      tone="expired"
      title={
        <span role="status">
          {countText(total - added)} of {countText(total)} could not be added
        </span>
      }
      dismissLabel="Dismiss failed additions"
      onDismiss={onDismiss}
    >
      {failures.map(({ domain, message, isLimit }) => (
        <Failure key={domain} name={<strong>{domain}</strong>}>
          {message} {isLimit ? <UpgradeLink look="text" /> : null}
        </Failure>
      ))}
      {stopped && untried > 0 ? (
        <li>
          {countText(untried)} more {pluralWord(untried, 'was', 'were')} not tried{isFull ? ': the plan has no room' : ''}. They stay
          selected.
        </li>
      ) : null}
    </Failures>
  );
}
