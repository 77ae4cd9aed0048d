import type { DiscoveryJobId } from '@notafter/domain';
import { useCallback, useState } from 'react';
import { useTRPCClient } from '../../api/trpc.ts';
import { showError } from '../../ui/toasts/show-toast.ts';
import { failureText } from '../certificates/failure-text.ts';
import type { RunResult } from './types.ts';

/** So many are ticked at once: each is checked while it is added. */
export const SELECTED_MAX = 500;

const noneSelected: ReadonlySet<string> = new Set();

/** Ticked results by name; pages and lists keep them. */
export function useSelection(run: DiscoveryJobId, onPage: readonly RunResult[], isWatched: (result: RunResult) => boolean) {
  const client = useTRPCClient();
  const [ticked, setTicked] = useState(noneSelected);
  const [isAsking, setAsking] = useState(false);
  const open = onPage.filter((result) => !isWatched(result)).map(({ domain }) => domain);
  const here = open.filter((domain) => ticked.has(domain)).length;

  const toggle = useCallback((domain: string) => {
    setTicked((known) => {
      const changed = new Set(known);
      if (!changed.delete(domain)) changed.add(domain);
      return changed;
    });
  }, []);
  const selectEverything = async (search: string): Promise<void> => {
    setAsking(true);
    try {
      const { results } = await client.discovery.get.query({
        id: run,
        list: 'unmonitored',
        ...(search === '' ? {} : { search }),
        offset: 0,
        limit: SELECTED_MAX,
      });
      setTicked(new Set(results.map(({ domain }) => domain)));
    } catch (error) {
      showError(failureText(error, 'Failed to select the results'));
    }
    setAsking(false);
  };
  const share: 'none' | 'some' | 'all' = here === 0 ? 'none' : here === open.length ? 'all' : 'some';
  return {
    ticked,
    /** Of the open rows of this page. */
    share,
    toggle,
    togglePage: (): void =>
      setTicked((known) =>
        share === 'all' ? new Set([...known].filter((domain) => !open.includes(domain))) : new Set([...known, ...open]),
      ),
    selectEverything,
    isAsking,
    keepOnly: useCallback((domains: readonly string[]) => setTicked(new Set(domains)), []),
  };
}
