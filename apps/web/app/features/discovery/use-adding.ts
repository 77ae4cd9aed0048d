import { type CertificateId, countText } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { failureText } from '../../ui/form/failure-text.ts';
import { showError, showSuccess } from '../../ui/toasts/show-toast.ts';
import { useRefreshCertificates } from '../certificates/use-refresh.ts';
import { texts } from './discovery-texts.ts';

/** Each is checked while it is added: so many are under way together. */
const ADDS_AT_ONCE = 3;

interface NotAdded {
  readonly domain: string;
  readonly message: string;
  /** The plan has no room, for any other one either. */
  readonly isLimit: boolean;
}

/** Several being added, or what became of them. */
export interface AddRun {
  readonly total: number;
  readonly added: number;
  readonly failures: readonly NotAdded[];
  readonly running: boolean;
  /** Those behind it were not asked for: by hand, or because the plan has no room. */
  readonly stopped: boolean;
}

/** `id` null: watched already, though this page does not know where. */
type AddedIds = ReadonlyMap<string, CertificateId | null>;

const without = <Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> => new Set([...set].filter((other) => other !== item));

/** Puts results under monitoring by the use case that every other screen calls, one or many. */
export function useAdding() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refreshCertificates = useRefreshCertificates();
  const { mutateAsync } = useMutation(trpc.certificates.add.mutationOptions());
  const [adding, setAdding] = useState<ReadonlySet<string>>(new Set());
  const [added, setAdded] = useState<AddedIds>(new Map());
  const [isFull, setFull] = useState(false);
  const [run, setRun] = useState<AddRun | null>(null);
  const stop = useRef(false);

  const add = useCallback(
    async (domain: string): Promise<NotAdded | null> => {
      setAdding((domains) => new Set(domains).add(domain));
      try {
        const { certificate } = await mutateAsync({ domain });
        setAdded((ids) => new Map(ids).set(domain, certificate.id));
        return null;
      } catch (error) {
        const { code } = problemOfCall(error);
        if (code === 'certificate_limit') setFull(true);
        if (code === 'certificate_exists') setAdded((ids) => new Map(ids).set(domain, null));
        return { domain, message: failureText(error, 'Failed to add certificate'), isLimit: code === 'certificate_limit' };
      } finally {
        setAdding((domains) => without(domains, domain));
      }
    },
    [mutateAsync],
  );

  const refresh = useCallback(async () => {
    await Promise.all([refreshCertificates(), queries.invalidateQueries(trpc.discovery.get.pathFilter())]);
  }, [refreshCertificates, queries, trpc]);

  const addOne = useCallback(
    async (domain: string): Promise<void> => {
      setFull(false);
      const failure = await add(domain);
      if (failure === null) showSuccess(texts.added(domain));
      else showError(failure.message);
      await refresh();
    },
    [add, refresh],
  );

  /** Calls `keepOnly` with those that were not added. */
  const addMany = useCallback(
    async (domains: readonly string[], keepOnly: (domains: readonly string[]) => void): Promise<void> => {
      stop.current = false;
      setFull(false);
      let state: AddRun = { total: domains.length, added: 0, failures: [], running: true, stopped: false };
      const show = (change: Partial<AddRun>): void => {
        state = { ...state, ...change };
        setRun(state);
      };
      show({});
      const waiting = [...domains];
      const isDone = new Set<string>();
      const lane = async (): Promise<void> => {
        for (let domain = waiting.shift(); domain !== undefined && !stop.current; domain = waiting.shift()) {
          const failure = await add(domain);
          if (failure === null) {
            isDone.add(domain);
            show({ added: state.added + 1 });
            continue;
          }
          if (failure.isLimit) stop.current = true;
          show({ failures: [...state.failures, failure] });
        }
      };
      await Promise.all(Array.from({ length: Math.min(ADDS_AT_ONCE, domains.length) }, lane));
      show({ running: false, stopped: state.added + state.failures.length < state.total });
      // Before the results are asked for again: meanwhile, a person may select others.
      keepOnly(domains.filter((domain) => !isDone.has(domain)));
      await refresh();
      if (state.added > 0) showSuccess(manyAddedText(domains, state));
      else if (state.failures.length > 0) showError(texts.addFailed);
    },
    [add, refresh],
  );

  return {
    adding,
    added,
    /** The plan has no room for what was last asked for. */
    isFull,
    run,
    addOne,
    addMany,
    stop: useCallback(() => {
      stop.current = true;
    }, []),
    dismiss: useCallback(() => {
      setRun(null);
      setFull(false);
    }, []),
  };
}

export type Adding = ReturnType<typeof useAdding>;

function manyAddedText(domains: readonly string[], { added, total }: AddRun): string {
  const [only] = domains;
  if (total === 1 && only !== undefined) return texts.added(only);
  return added === total
    ? `Added ${countText(added)} domains to monitoring`
    : `Added ${countText(added)} of ${countText(total)} to monitoring`;
}
