import { NativeSelect } from '@mantine/core';
import { countText, endpointProtocols } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { type ListState, useListState } from './list-state.ts';

/** The environments and tags that certificates have; undefined until they are known. */
const useFacets = () => useQuery(useTRPC().certificates.facets.queryOptions()).data;

interface FilterChoices {
  readonly facets: ReturnType<typeof useFacets>;
  /** A filter that the address names is offered even if no certificate has it anymore. */
  readonly byEnvironment: boolean;
  readonly byTag: boolean;
  /** Endpoints of one protocol need no filter. */
  readonly byProtocol: boolean;
}

/** Which filters have something to choose from. */
export function useFilterChoices({ environment, tag, protocol }: ListState): FilterChoices {
  const facets = useFacets();
  return {
    facets,
    byEnvironment: environment !== null || (facets?.environments.length ?? 0) > 0,
    byTag: tag !== null || (facets?.tags.length ?? 0) > 0,
    byProtocol: protocol !== null || (facets?.protocols.length ?? 0) > 1,
  };
}

/** By environment, tag and protocol. Until the choices are known the filters keep their place, so that nothing moves when most of them come. */
export function ListFilters({ choices: { facets, byEnvironment, byTag, byProtocol } }: { readonly choices: FilterChoices }) {
  const [{ environment, tag, protocol }, change] = useListState();
  const { environments, tags, protocols } = facets ?? { environments: [], tags: [], protocols: [] };
  const awaited = facets === undefined ? <span /> : null;
  return (
    <>
      {byEnvironment ? (
        <FilterSelect
          label="Environment"
          value={environment}
          options={environments.map(({ id, name }) => ({ value: id, label: name }))}
          missing={facets === undefined ? '\u2026' : 'Removed environment'}
          onChange={(chosen) => change({ environment: environments.find(({ id }) => id === chosen)?.id ?? null })}
        />
      ) : (
        awaited
      )}
      {byTag ? (
        <FilterSelect
          label="Tag"
          value={tag}
          options={tags.map(({ tag: name, count }) => ({ value: name, label: `${name} (${countText(count)})` }))}
          missing={tag ?? ''}
          onChange={(chosen) => change({ tag: chosen || null })}
        />
      ) : (
        awaited
      )}
      {byProtocol ? (
        <FilterSelect
          label="Protocol"
          value={protocol}
          options={protocols.map((name) => ({ value: name, label: name }))}
          missing={protocol ?? ''}
          onChange={(chosen) => change({ protocol: endpointProtocols.find((known) => known === chosen) ?? null })}
        />
      ) : null}
    </>
  );
}

interface FilterSelectProps {
  readonly label: 'Environment' | 'Tag' | 'Protocol';
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Shown for a value that is not among the options. */
  readonly missing: string;
  readonly onChange: (value: string) => void;
}

function FilterSelect({ label, value, options, missing, onChange }: FilterSelectProps) {
  const isKnown = value === null || options.some((option) => option.value === value);
  const all = { value: '', label: `All ${label.toLowerCase()}s` };
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      data={[all, ...(isKnown ? [] : [{ value, label: missing }]), ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
