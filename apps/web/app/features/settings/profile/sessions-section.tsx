import { Button } from '@mantine/core';
import { Tag } from '../../../ui/badge/badge.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { SessionEntry } from './types.ts';
import { useSessions } from './use-sessions.ts';

/** Where the person is signed in, with the way to end it. */
export function SessionsSection() {
  const { list, busy, end, endOthers } = useSessions();
  const others = list.data?.sessions.filter(({ current }) => !current) ?? [];
  const everywhereElse =
    others.length === 0 ? undefined : (
      <Button size="sm" variant="default" disabled={busy} onClick={endOthers}>
        Sign out everywhere else
      </Button>
    );
  return (
    <Panel title="Sessions" aside={everywhereElse}>
      <QueryPanel query={list} failed="Sessions did not load" unaffected="You stay signed in.">
        {(data) => (
          <ItemList>
            {data.sessions.map((entry) => (
              <Session key={entry.handle} entry={entry} busy={busy} onEnd={() => end(entry)} />
            ))}
          </ItemList>
        )}
      </QueryPanel>
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
    <Item
      title={device}
      action={
        entry.current ? (
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
        )
      }
    >
      {entry.ip === null ? null : `${entry.ip} · `}signed in <AbsoluteTime value={entry.createdAt} /> · last active{' '}
      <AbsoluteTime value={entry.lastActiveAt} form="datetime" />
    </Item>
  );
}
