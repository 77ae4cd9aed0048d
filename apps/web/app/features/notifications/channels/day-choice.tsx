import { Checkbox } from '@mantine/core';
import { plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import css from './day-choice.module.css';

interface DayChoiceProps {
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  readonly disabled?: boolean;
}

/** The days before the end to choose from; what the plan lacks cannot be chosen. */
export function DayChoice({ chosen, onChange, disabled = false }: DayChoiceProps) {
  const trpc = useTRPC();
  const days = useQuery(trpc.notifications.alertSettings.queryOptions()).data;
  return (
    <fieldset className={css.options}>
      <legend>Days before the end</legend>
      {(days?.options ?? []).map((day) => (
        <Checkbox
          key={day}
          label={plural(day, 'day')}
          checked={chosen.includes(day)}
          disabled={disabled || !days?.available.includes(day)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, day] : chosen.filter((other) => other !== day))}
        />
      ))}
    </fieldset>
  );
}
