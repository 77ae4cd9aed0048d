import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import type { Invitation } from './types.ts';

export const teamSizes = [10, 25, 50, 100] as const;
type TeamSize = (typeof teamSizes)[number];

/** The same inputs for the loader and the screen. */
export const firstPage = { limit: 10, cursor: null } as const;
export const invitationsInput = { limit: 500 } as const;

interface Place {
  /** A part of the name or the address. */
  readonly search: string;
  readonly rows: TeamSize;
  /** The cursors of the pages before this one and of this one; none on the first. */
  readonly cursors: readonly string[];
}

/** As the server searches members. */
const isFound = ({ firstName, lastName, email }: Invitation, search: string): boolean =>
  `${firstName} ${lastName} ${email}`.toLowerCase().includes(search.toLowerCase());

/** One page of the members, and the way to turn it. The first page also has the invitations. */
export function useTeamPage() {
  const trpc = useTRPC();
  const [{ search, rows, cursors }, turnTo] = useState<Place>({ search: '', rows: 10, cursors: [] });
  const input = { limit: rows, cursor: cursors.at(-1) ?? null, ...(search === '' ? {} : { search }) };
  const members = useQuery(trpc.team.listUsers.queryOptions(input, { placeholderData: keepPreviousData }));
  const invitations = useQuery(trpc.team.listInvitations.queryOptions(invitationsInput));
  const list = members.data;
  const next = list?.nextCursor ?? null;
  // Its last member was removed.
  const isEmptied = cursors.length > 0 && list?.users.length === 0 && !members.isPlaceholderData;
  useEffect(() => {
    if (isEmptied) turnTo({ search, rows, cursors: [] });
  }, [isEmptied, search, rows]);
  return {
    members,
    list,
    invitations: cursors.length === 0 ? (invitations.data?.invitations ?? []).filter((one) => isFound(one, search)) : [],
    invitationsFailed: invitations.isError && invitations.data === undefined,
    retryInvitations: () => void invitations.refetch(),
    search,
    onSearch: (text: string) => turnTo({ search: text, rows, cursors: [] }),
    rows,
    position: rows * cursors.length,
    resize: (size: TeamSize) => turnTo({ search, rows: size, cursors: [] }),
    onPrevious: cursors.length === 0 ? null : () => turnTo({ search, rows, cursors: cursors.slice(0, -1) }),
    onNext: next === null ? null : () => turnTo({ search, rows, cursors: [...cursors, next] }),
  };
}
