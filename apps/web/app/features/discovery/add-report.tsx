import { ActionIcon, Button } from '@mantine/core';
import { countText, limitText, pluralWord } from '@notafter/domain';
import { useSessionView } from '../../shell/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { RunProgress } from '../certificates/list/run-report.tsx';
import css from './add-report.module.css';
import type { Adding, AddRun } from './use-adding.ts';

/** How far adding several is, what could not be added and why, and that the plan is full. */
export function AddReport({ adding }: { readonly adding: Adding }) {
  const { run, isFull, dismiss, stop } = adding;
  const plan = useSessionView()?.plan ?? '';
  const unlisted = run === null || run.running ? [] : run.failures;
  return (
    <>
      {run?.running === true ? (
        <div className={css.running}>
          <RunProgress done={run.added + run.failures.length} total={run.total} label="Adding to monitoring" verb="Tried" />
          <Button size="sm" variant="subtle" color="gray" onClick={stop}>
            Stop
          </Button>
        </div>
      ) : null}
      {isFull && run === null ? (
        <div className={css.limit} role="alert">
          <StatusMark tone="critical" />
          <span>
            {limitText('certificate_limit', plan)} <UpgradeLink look="text" />
          </span>
        </div>
      ) : null}
      {run === null || unlisted.length === 0 ? null : <Failures run={run} isFull={isFull} onDismiss={dismiss} />}
    </>
  );
}

interface FailuresProps {
  readonly run: AddRun;
  readonly isFull: boolean;
  readonly onDismiss: () => void;
}

function Failures({ run: { total, added, failures, stopped }, isFull, onDismiss }: FailuresProps) {
  const untried = total - added - failures.length;
  return (
    <section className={css.failures} aria-label="Not added">
      <div className={css.head}>
        <StatusMark tone="expired" />
        <strong role="status">
          {countText(total - added)} of {countText(total)} could not be added
        </strong>
        <ActionIcon variant="subtle" color="gray" size={28} onClick={onDismiss} aria-label="Dismiss what was not added">
          <Icon name="close" small />
        </ActionIcon>
      </div>
      <ul className={css.list}>
        {failures.map(({ domain, message, isLimit }) => (
          <li key={domain} className={css.failure}>
            <strong>{domain}</strong>
            <span>
              {message} {isLimit ? <UpgradeLink look="text" /> : null}
            </span>
          </li>
        ))}
        {stopped && untried > 0 ? (
          <li>
            {countText(untried)} more {pluralWord(untried, 'was', 'were')} not tried{isFull ? ': the plan has no room' : ''}. They stay
            selected.
          </li>
        ) : null}
      </ul>
    </section>
  );
}
