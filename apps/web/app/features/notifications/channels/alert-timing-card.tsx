import { Stack, Switch, Text } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones, QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { texts } from '../notification-texts.ts';
import type { AlertDays } from '../types.ts';
import css from './alert-timing.module.css';
import { DayChoice } from './day-choice.tsx';

/** How many days before expiry alerts are sent. */
export function AlertTimingCard() {
  const query = useQuery(useTRPC().notifications.alertSettings.queryOptions());
  return (
    <Panel title="Alert Timing">
      <QueryPanel
        query={query}
        failed="Alert timing did not load"
        unaffected="The saved days still apply."
        skeleton={<Bones widths={[90, 60]} />}
      >
        {(saved) => <TimingForm key={`${saved.alertDays.join()} ${saved.scaleToLifetime}`} saved={saved} />}
      </QueryPanel>
    </Panel>
  );
}

function TimingForm({ saved }: { readonly saved: AlertDays }) {
  const trpc = useTRPC();
  const plan = useSessionView()?.plan ?? '';
  const mayEdit = useMay('notifications/save-alert-settings');
  const save = useAction(trpc.notifications.saveAlertSettings.mutationOptions(), {
    done: texts.daysSaved,
    failed: texts.daysFailed,
    refresh: [trpc.notifications.alertSettings.queryFilter()],
  });
  const initial: { days: readonly number[]; scaleToLifetime: boolean } = {
    days: saved.alertDays,
    scaleToLifetime: saved.scaleToLifetime,
  };
  const sorted = (days: readonly number[]): number[] => saved.options.filter((day) => days.includes(day));
  const form = useForm({
    initial,
    failed: texts.daysFailed,
    submit: ({ days, scaleToLifetime }) => save.send({ alertDays: sorted(days), scaleToLifetime }),
  });
  const chosen = sorted(form.values.days);
  const all = saved.options.every((day) => saved.available.includes(day));
  return (
    <Stack p="md">
      <Text size="sm">One message per certificate and threshold, within a minute of the day it is crossed.</Text>
      <DaysRuler days={chosen} options={saved.options} />
      <Form form={form} label="Alert days">
        <DayChoice chosen={form.values.days} onChange={(days) => form.set({ days })} disabled={!mayEdit} />
        <Stack gap="xxs">
          <Switch
            label="Scale to lifetime"
            checked={form.values.scaleToLifetime}
            disabled={!mayEdit}
            onChange={(event) => form.set({ scaleToLifetime: event.currentTarget.checked })}
          />
          <Note small>{scalingText(saved)}</Note>
        </Stack>
        {mayEdit ? (
          <SubmitButton form={form} fullWidth busyText="Saving..." disabled={chosen.length === 0}>
            Save
          </SubmitButton>
        ) : null}
      </Form>
      <Note small>
        {plan === 'Forever Free'
          ? texts.moreTiming
          : `${all ? `Your ${plan} plan includes all four thresholds. ` : ''}You are always alerted on the last day and at expiry.`}
      </Note>
    </Stack>
  );
}

/** Explains scaling, with its effect on the last year. */
function scalingText({ scaleToLifetime, lastYear: { sent, early } }: AlertDays): string {
  const does = 'Alerts when a renewal is late, and not on days before it is due.';
  if (scaleToLifetime || early === 0) return does;
  return `${does} Last year, ${countText(early)} of ${plural(sent, 'alert')} came on such days.`;
}

const LONGEST = 30;

/** The chosen days on a linear axis that ends at expiry. */
function DaysRuler({ days, options }: { readonly days: readonly number[]; readonly options: readonly number[] }) {
  return (
    <div className={css.ruler} aria-hidden="true">
      <span className={css.rail} />
      {options.map((day) => (
        <span key={day} className={css.tick} data-on={days.includes(day)} style={{ left: `${(1 - day / LONGEST) * 94}%` }}>
          <i />
          <span>{day}</span>
        </span>
      ))}
      <span className={css.hand} />
      <span className={css.from}>days before</span>
      <span className={css.end}>notAfter</span>
    </div>
  );
}
