import { Button } from '@mantine/core';
import { Tag } from '../../../ui/badge/badge.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import css from './profile.module.css';
import type { SessionEntry } from './types.ts';
import { useSessions } from './use-sessions.ts';

/** Where the person is signed in, with the way to end it. */
export function SessionsSection() {
  const { list, busy, end, endOthers } = useSessions();
  const sessions = list.data?.sessions;
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const everywhereElse =
    others.length === 0 ? undefined : (
      <Button size="sm" variant="default" disabled={busy} onClick={endOthers}>
        Sign out everywhere else
      </Button>
    );
  return (
    <Panel title="Sessions" aside={everywhereElse}>
      {sessions !== undefined ? (
        <ul className={css.list}>
          {sessions.map((entry) => (
            <Session key={entry.handle} entry={entry} busy={busy} onEnd={() => end(entry)} />
          ))}
        </ul>
      ) : list.isError ? (
        <ErrorState
          title="Sessions did not load"
          text={failureText(list.error, 'You stay signed in')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <div className={css.bones}>
          <Bone width={48} />
          <Bone width={62} />
        </div>
      )}
    </Panel>
  );
}

interface SessionProps {
  readonly entry: SessionEntry;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function Session({ entry, busy, onEnd }: SessionProps) {
  const device = entry.device ?? 'Unknown browser';
  return (
    <li className={css.item}>
      <p className={css.what}>
        <strong>{device}</strong>
        <span>
          {entry.ip === null ? null : `${entry.ip} · `}signed in <AbsoluteTime value={entry.createdAt} /> · last active{' '}
          <AbsoluteTime value={entry.lastActiveAt} form="datetime" />
        </span>
      </p>
      {entry.current ? (
        <Tag>This browser</Tag>
      ) : (
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          disabled={busy}
          onClick={onEnd}
          aria-label={`Sign out ${device}${entry.ip === null ? '' : ` at ${entry.ip}`}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
