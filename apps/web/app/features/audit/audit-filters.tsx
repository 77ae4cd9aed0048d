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
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange({ ...filter, actor: actors.find(({ id }) => id === chosen)?.id ?? null });
        }}
      >
        <option value="">Everyone</option>
        {isKnown ? null : <option value={filter.actor ?? ''}>Someone else</option>}
        {actors.map(({ id, kind, name }) => (
          <option key={id} value={id}>
            {kind === 'api-key' ? `API key ${name}` : name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label="What"
        value={filter.group ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange({ ...filter, group: isGroup(chosen) ? chosen : null });
        }}
      >
        <option value="">Everything</option>
        {groups.map((name) => (
          <option key={name} value={name}>
            {auditGroups[name]}
          </option>
        ))}
      </NativeSelect>
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
