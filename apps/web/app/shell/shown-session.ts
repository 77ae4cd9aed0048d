import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { SessionView } from './session.ts';

interface Shown {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly orgName?: string;
}

const shownKey = ['shown-session'] as const;

/** The session with what its person just changed, until the shell is loaded again and says it itself. */
export function useShownSession(loaded: SessionView): SessionView {
  const queries = useQueryClient();
  const { data } = useQuery<Shown | null>({ queryKey: shownKey, queryFn: skipToken });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly loaded session is what ends the one shown in its place
  useEffect(() => {
    queries.setQueryData<Shown | null>(shownKey, null);
  }, [queries, loaded]);
  if (data === undefined || data === null) return loaded;
  const { orgName = loaded.orgName, ...names } = data;
  return { ...loaded, orgName, user: { ...loaded.user, ...names } };
}

/** Shows names in the shell ahead of the server's answer; null takes them back. */
export function useShowInShell(): (shown: Shown | null) => void {
  const queries = useQueryClient();
  return useCallback((shown) => void queries.setQueryData<Shown | null>(shownKey, shown), [queries]);
}
