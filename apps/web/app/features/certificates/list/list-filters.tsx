import { NativeSelect } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import type { ListState } from './list-state.ts';

/** The environments and tags that certificates have; undefined until they are known. */
const useFacets = () => useQuery(useTRPC().certificates.facets.queryOptions()).data;

interface FilterChoices {
  readonly facets: ReturnType<typeof useFacets>;
  /** A filter that the address names is offered even if no certificate has it anymore. */
  readonly byEnvironment: boolean;
  readonly byTag: boolean;
}

/** Which filters have something to choose from. */
export function useFilterChoices({ environment, tag }: ListState): FilterChoices {
  const facets = useFacets();
  return {
    facets,
    byEnvironment: environment !== null || (facets?.environments.length ?? 0) > 0,
    byTag: tag !== null || (facets?.tags.length ?? 0) > 0,
  };
}

interface ListFiltersProps {
  readonly state: ListState;
  readonly choices: FilterChoices;
  readonly onChange: (change: Partial<ListState>) => void;
}

/** By environment and by tag. Until the choices are known the filters keep their place, so that nothing moves when most of them come. */
export function ListFilters({ state: { environment, tag }, choices: { facets, byEnvironment, byTag }, onChange }: ListFiltersProps) {
  const environments = facets?.environments ?? [];
  const tags = facets?.tags ?? [];
  const isKnownTag = tag === null || tags.some((one) => one.tag === tag);
  const isKnownEnvironment = environment === null || environments.some(({ id }) => id === environment);
  return (
    <>
      {byEnvironment ? (
        <NativeSelect
          size="xs"
          aria-label="Environment"
          value={environment ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange({ environment: environments.find(({ id }) => id === chosen)?.id ?? null });
          }}
        >
          <option value="">All environments</option>
          {isKnownEnvironment ? null : <option value={environment}>{facets === undefined ? '\u2026' : 'Removed environment'}</option>}
          {environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      ) : facets === undefined ? (
        <span />
      ) : null}
      {byTag ? (
        <NativeSelect
          size="xs"
          aria-label="Tag"
          value={tag ?? ''}
          onChange={(event) => onChange({ tag: event.currentTarget.value || null })}
        >
          <option value="">All tags</option>
          {isKnownTag ? null : <option value={tag}>{tag}</option>}
          {tags.map(({ tag: name, count }) => (
            <option key={name} value={name}>
              {name} ({countText(count)})
            </option>
          ))}
        </NativeSelect>
      ) : facets === undefined ? (
        <span />
      ) : null}
    </>
  );
}
