import { Button, NativeSelect, TextInput } from '@mantine/core';
import { auditGroups } from '@notafter/domain';
import { useSellsPlans } from '../../shell/session.ts';
import { type AuditFilter, groupNames, isGroup, isNarrowed } from './audit-filter.ts';
import type { AuditLog } from './types.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly actors: NonNullable<AuditLog['actors']>;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Filters by person or key, by subject and by day. An option that the address names is offered even if the log does not know it. */
export function AuditFilters({ filter, actors, onChange }: AuditFiltersProps) {
  const sellsPlans = useSellsPlans();
  // An address may name billing although no plans are sold.
  const groups = groupNames.filter((name) => name !== 'billing' || sellsPlans || filter.group === name);
  const isKnown = filter.actor === null || actors.some(({ id }) => id === filter.actor);
  return (
    <>
      <NativeSelect
        label="Who"
        value={filter.actor ?? ''}
        data={[
          { value: '', label: 'Everyone' },
          ...(isKnown ? [] : [{ value: filter.actor ?? '', label: 'Someone else' }]),
          ...actors.map(({ id, kind, name }) => ({ value: id, label: kind === 'api-key' ? `API key ${name}` : name })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, actor: actors.find(({ id }) => id === value)?.id ?? null })}
      />
      <NativeSelect
        label="What"
        value={filter.group ?? ''}
        data={[{ value: '', label: 'Everything' }, ...groups.map((name) => ({ value: name, label: auditGroups[name] }))]}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, group: isGroup(value) ? value : null })}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        max={filter.to ?? undefined}
        value={filter.from ?? ''}
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value || null })}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        min={filter.from ?? undefined}
        value={filter.to ?? ''}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value || null })}
      />
      {isNarrowed(filter) ? (
        <Button variant="subtle" color="gray" size="sm" onClick={() => onChange({ actor: null, group: null, from: null, to: null })}>
          Clear
        </Button>
      ) : null}
    </>
  );
}
