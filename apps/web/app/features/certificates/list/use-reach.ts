import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import type { CertificateList } from '../types.ts';
import { isNarrowed, type ListState } from './list-state.ts';
import type { Reach } from './selection.ts';

/** How many rows "select all" means: the list's own count, or asked for where environment or tag narrow the list. */
export function useReach(state: ListState, list: UseQueryResult<CertificateList, unknown>): Reach {
  const trpc = useTRPC();
  const { search, status } = state;
  const narrowed = isNarrowed(state);
  const whole = useQuery({ ...trpc.certificates.list.queryOptions({ search, status, limit: 1 }), enabled: narrowed });
  const counted = narrowed ? whole.data : list.data;
  return { total: counted?.total ?? 0, capped: counted?.totalCapped === true };
}
