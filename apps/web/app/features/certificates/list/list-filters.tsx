import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import css from './list-filters.module.css';
import type { ListState } from './list-state.ts';

interface ListFiltersProps {
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>) => void;
}

/** By environment and by tag. They stand from the start, so that nothing moves when the answer comes; what the address says is offered even where nobody uses it any more. */
export function ListFilters({ state, onChange }: ListFiltersProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.certificates.facets.queryOptions());
  const environments = data?.environments ?? [];
  const tags = data?.tags ?? [];
  const session = useSessionView();
  const { environment, tag } = state;
  const isKnownTag = tag === null || tags.some((one) => one.tag === tag);
  const isKnownEnvironment = environment === null || environments.some(({ id }) => id === environment);
  return (
    <>
      {session?.entitlements.environmentLimit === 0 && environments.length === 0 && environment === null ? null : (
        <select
          className={css.filter}
          data-on={environment !== null}
          disabled={environments.length === 0 && environment === null}
          aria-label="Environment"
          value={environment ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange({ environment: environments.find(({ id }) => id === chosen)?.id ?? null });
          }}
        >
          <option value="">All environments</option>
          {isKnownEnvironment ? null : <option value={environment}>{data === undefined ? '\u2026' : 'Removed environment'}</option>}
          {environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        className={css.filter}
        data-on={tag !== null}
        disabled={tags.length === 0 && tag === null}
        aria-label="Tag"
        value={tag ?? ''}
        onChange={(event) => onChange({ tag: event.currentTarget.value || null })}
      >
        <option value="">All tags</option>
        {isKnownTag ? null : <option value={tag}>{tag}</option>}
        {tags.map(({ tag: name, count }) => (
          <option key={name} value={name}>
            {name} ({count.toLocaleString('en')})
          </option>
        ))}
      </select>
    </>
  );
}
