import { NativeSelect, TextInput } from '@mantine/core';
import { plural } from '@notafter/domain';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Section } from './section.tsx';
import css from './smart.module.css';
import { timeZones } from './time-zones.ts';
import type { SmartFormState } from './use-smart-form.ts';

interface Props {
  readonly form: SmartFormState;
}

/** Spec 1 section 9. */
const INTERVALS = [1, 6, 12, 24] as const;
const QUIET_DEFAULT = { from: '22:00', until: '07:00' } as const;

export function EscalationSection({ form: { fields, set, problemOf } }: Props) {
  return (
    <Section
      title="Escalation"
      text="An alert that nobody acknowledges goes to a manager as well."
      on={fields.escalationEnabled}
      onSwitch={(escalationEnabled) => set({ escalationEnabled })}
    >
      <div className={css.pair}>
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={720}
          step={1}
          label="Escalation delay (hours)"
          value={Number.isNaN(fields.escalationDelayHours) ? '' : fields.escalationDelayHours}
          onChange={(event) => set({ escalationDelayHours: event.currentTarget.valueAsNumber })}
          error={fieldError(problemOf('escalationDelayHours'))}
        />
        <TextInput
          type="email"
          label="Manager email"
          autoComplete="off"
          value={fields.escalationEmail}
          onChange={(event) => set({ escalationEmail: event.currentTarget.value })}
          error={fieldError(problemOf('escalationEmail'))}
        />
      </div>
    </Section>
  );
}

export function GroupingSection({ form: { fields, set } }: Props) {
  return (
    <Section
      title="Grouping"
      text="Alerts of one interval come as one message. PagerDuty, Splunk On-Call and webhooks still get each one at once."
      on={fields.groupingEnabled}
      onSwitch={(groupingEnabled) => set({ groupingEnabled })}
    >
      <NativeSelect
        label="Grouping interval"
        className={css.narrow ?? ''}
        value={String(fields.groupingIntervalHours)}
        onChange={(event) => set({ groupingIntervalHours: Number(event.currentTarget.value) })}
        data={INTERVALS.map((hours) => ({ value: String(hours), label: plural(hours, 'hour') }))}
      />
    </Section>
  );
}

export function QuietHoursSection({ form: { fields, set, problemOf } }: Props) {
  const quiet = fields.quietHours;
  const begin = (): void => set({ quietHours: { ...QUIET_DEFAULT, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone } });
  return (
    <Section
      title="Quiet hours"
      text="What comes up in them is held and sent once at their end."
      on={quiet !== null}
      onSwitch={(on) => (on ? begin() : set({ quietHours: null }))}
    >
      {quiet === null ? null : (
        <div className={css.triple}>
          <TextInput
            type="time"
            label="From"
            value={quiet.from}
            onChange={(event) => set({ quietHours: { ...quiet, from: event.currentTarget.value } })}
            error={fieldError(problemOf('quietHours.from'))}
          />
          <TextInput
            type="time"
            label="Until"
            value={quiet.until}
            onChange={(event) => set({ quietHours: { ...quiet, until: event.currentTarget.value } })}
            error={fieldError(problemOf('quietHours.until'))}
          />
          <NativeSelect
            label="Time zone"
            value={quiet.timeZone}
            onChange={(event) => set({ quietHours: { ...quiet, timeZone: event.currentTarget.value } })}
            data={timeZones(quiet.timeZone)}
            error={fieldError(problemOf('quietHours.timeZone'))}
          />
        </div>
      )}
    </Section>
  );
}
