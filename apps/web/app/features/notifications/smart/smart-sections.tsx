import { NativeSelect, SimpleGrid } from '@mantine/core';
import { plural } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { useTimeZones } from '../../../ui/time/time-zones.ts';
import { Section } from './section.tsx';
import css from './smart.module.css';
import type { SmartFormState } from './use-smart-form.ts';

interface Props {
  readonly form: SmartFormState;
}

/** Spec 1 section 9. */
const INTERVALS = [1, 6, 12, 24] as const;
const QUIET_DEFAULT = { from: '22:00', until: '07:00' } as const;

export function EscalationSection({ form }: Props) {
  const { values, set } = form;
  return (
    <Section
      title="Escalation"
      text="An alert that nobody acknowledges goes to a manager as well."
      on={values.escalationEnabled}
      onSwitch={(escalationEnabled) => set({ escalationEnabled })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Field
          {...form.field('escalationDelayHours')}
          type="number"
          inputMode="numeric"
          min={1}
          max={720}
          step={1}
          label="Escalation delay (hours)"
          value={Number.isNaN(values.escalationDelayHours) ? '' : values.escalationDelayHours}
          onChange={(event) => set({ escalationDelayHours: event.currentTarget.valueAsNumber })}
        />
        <Field {...form.field('escalationEmail')} kind="email" label="Manager email" autoComplete="off" />
      </SimpleGrid>
    </Section>
  );
}

export function GroupingSection({ form: { values, set } }: Props) {
  return (
    <Section
      title="Grouping"
      text="Alerts of one interval come as one message. PagerDuty, Splunk On-Call and webhooks still get each one at once."
      on={values.groupingEnabled}
      onSwitch={(groupingEnabled) => set({ groupingEnabled })}
    >
      <NativeSelect
        label="Grouping interval"
        maw={200}
        value={String(values.groupingIntervalHours)}
        onChange={(event) => set({ groupingIntervalHours: Number(event.currentTarget.value) })}
        data={INTERVALS.map((hours) => ({ value: String(hours), label: plural(hours, 'hour') }))}
      />
    </Section>
  );
}

export function QuietHoursSection({ form }: Props) {
  const { set } = form;
  const quiet = form.values.quietHours;
  const zones = useTimeZones(quiet?.timeZone ?? 'UTC');
  const begin = (): void => set({ quietHours: { ...QUIET_DEFAULT, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone } });
  return (
    <Section
      title="Quiet hours"
      text="Alerts during quiet hours are held and sent once at their end."
      on={quiet !== null}
      onSwitch={(on) => (on ? begin() : set({ quietHours: null }))}
    >
      {quiet === null ? null : (
        <div className={css.triple}>
          <Field {...form.field('quietHours.from')} type="time" label="From" />
          <Field {...form.field('quietHours.until')} type="time" label="Until" />
          <NativeSelect {...form.field('quietHours.timeZone')} label="Time zone" data={[...zones]} />
        </div>
      )}
    </Section>
  );
}
