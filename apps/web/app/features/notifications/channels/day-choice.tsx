import { Checkbox, Fieldset, SimpleGrid } from '@mantine/core';
import { plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';

interface DayChoiceProps {
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  readonly disabled?: boolean;
}

/** The days before expiry to choose from. Days that the plan lacks are disabled. */
export function DayChoice({ chosen, onChange, disabled = false }: DayChoiceProps) {
  const days = useQuery(useTRPC().notifications.alertSettings.queryOptions()).data;
  return (
    <Fieldset variant="unstyled" legend="Days before expiry">
      <SimpleGrid cols={2} spacing="sm" pt="xs">
        {(days?.options ?? []).map((day) => (
          <Checkbox
            key={day}
            label={plural(day, 'day')}
            checked={chosen.includes(day)}
            disabled={disabled || !days?.available.includes(day)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, day] : chosen.filter((other) => other !== day))}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
