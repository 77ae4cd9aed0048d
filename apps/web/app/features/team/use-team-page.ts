import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';

export const teamSizes = [10, 25, 50, 100] as const;
export type TeamSize = (typeof teamSizes)[number];

/** What the loader and the screen ask alike. */
export const firstPage = { limit: 10, cursor: null } as const;
export const invitationsInput = { limit: 500 } as const;

interface Place {
  readonly rows: TeamSize;
  /** The cursors of the pages before this one and of this one; none on the first. */
  readonly cursors: readonly string[];
}

/** One page of the members, and how to turn it; the invitations stand before the first. */
export function useTeamPage() {
  const trpc = useTRPC();
  const [{ rows, cursors }, turnTo] = useState<Place>({ rows: 10, cursors: [] });
  const input = { limit: rows, cursor: cursors.at(-1) ?? null };
  const members = useQuery(trpc.team.listUsers.queryOptions(input, { placeholderData: keepPreviousData }));
  const invitations = useQuery(trpc.team.listInvitations.queryOptions(invitationsInput));
  const list = members.data;
  const next = list?.nextCursor ?? null;
  // Its last member was removed.
  const isEmptied = cursors.length > 0 && list?.users.length === 0 && !members.isPlaceholderData;
  useEffect(() => {
    if (isEmptied) turnTo({ rows, cursors: [] });
  }, [isEmptied, rows]);
  return {
    members,
    list,
    invitations: cursors.length === 0 ? (invitations.data?.invitations ?? []) : [],
    invitationsFailed: invitations.isError && invitations.data === undefined,
    retryInvitations: () => void invitations.refetch(),
    rows,
    position: rows * cursors.length,
    resize: (size: TeamSize) => turnTo({ rows: size, cursors: [] }),
    onPrevious: cursors.length === 0 ? null : () => turnTo({ rows, cursors: cursors.slice(0, -1) }),
    onNext: next === null ? null : () => turnTo({ rows, cursors: [...cursors, next] }),
  };
}
