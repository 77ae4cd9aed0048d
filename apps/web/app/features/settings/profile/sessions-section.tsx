import { plural } from '@notafter/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Tag } from '../../../ui/badge/badge.tsx';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { SessionEntry } from './types.ts';

const failed = 'Failed to sign out';

/** Where the person is signed in. A session that is signed out leaves the list at once, and returns if the server refuses. */
function useSessions() {
  const { listSessions, endSession, endOtherSessions } = useTRPC().accounts;
  const queries = useQueryClient();
  const refresh = [listSessions.queryFilter()];
  const end = useAction(endSession.mutationOptions(), { done: 'Session signed out', failed, refresh });
  const endOthers = useAction(endOtherSessions.mutationOptions(), {
    done: ({ ended }) => `Signed out of ${plural(ended, 'other browser')}`,
    failed,
    refresh,
  });
  const hide = async (gone: (entry: SessionEntry) => boolean): Promise<void> => {
    await queries.cancelQueries(listSessions.queryFilter());
    queries.setQueryData(listSessions.queryKey(), (known) => known && { sessions: known.sessions.filter((entry) => !gone(entry)) });
  };
  return {
    list: useQuery(listSessions.queryOptions()),
    busy: end.pending || endOthers.pending,
    end: ({ handle }: SessionEntry) => void hide((entry) => entry.handle === handle).then(() => end.run({ handle })),
    endOthers: () => void hide(({ current }) => !current).then(() => endOthers.run()),
  };
}

/** Where the person is signed in, with the way to end it. */
export function SessionsSection() {
  const { list, busy, end, endOthers } = useSessions();
  const hasOthers = list.data?.sessions.some(({ current }) => !current) ?? false;
  return (
    <Panel
      title="Sessions"
      aside={hasOthers ? <RowButton label="Sign out everywhere else" disabled={busy} onClick={endOthers} /> : undefined}
    >
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

function Session({ entry: { device, ip, current, createdAt, lastActiveAt }, busy, onEnd }: SessionProps) {
  const title = device ?? 'Unknown browser';
  const name = ip === null ? title : `${title} at ${ip}`;
  return (
    <Item
      title={title}
      action={current ? <Tag>This browser</Tag> : <RowButton quiet label="Sign out" of={name} disabled={busy} onClick={onEnd} />}
    >
      {ip === null ? null : `${ip} · `}signed in <AbsoluteTime value={createdAt} /> · last active{' '}
      <AbsoluteTime value={lastActiveAt} form="datetime" />
    </Item>
  );
}
