import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import { texts } from '../notification-texts.ts';
import type { AlertDays } from '../types.ts';
import css from './alert-timing.module.css';
import { DayChoice } from './day-choice.tsx';

/** How many days before the expiry alerts are sent. */
export function AlertTimingCard() {
  const trpc = useTRPC();
  const answer = useQuery(trpc.notifications.alertSettings.queryOptions());
  return (
    <Panel title="Alert Timing">
      {answer.data === undefined ? (
        answer.isError ? (
          <ErrorState
            title="Alert timing did not load"
            text="The days in force stay as they are."
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <div className={css.body}>
            <Bone width={90} />
            <Bone width={60} />
          </div>
        )
      ) : (
        <TimingForm key={answer.data.alertDays.join()} saved={answer.data} />
      )}
    </Panel>
  );
}

function TimingForm({ saved }: { readonly saved: AlertDays }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const session = useSessionView();
  const mayEdit = useMay('notifications/save-alert-settings');
  const [days, setDays] = useState<readonly number[]>(saved.alertDays);
  const { mutateAsync, isPending, error } = useMutation(trpc.notifications.saveAlertSettings.mutationOptions());
  const chosen = saved.options.filter((day) => days.includes(day));
  const save = async (): Promise<void> => {
    try {
      await mutateAsync({ alertDays: chosen });
      await queries.invalidateQueries(trpc.notifications.alertSettings.pathFilter());
      showSuccess(texts.daysSaved);
    } catch {
      // The alert above the button says why.
    }
  };
  const all = saved.options.every((day) => saved.available.includes(day));
  return (
    <div className={css.body}>
      <p className={css.text}>One message per certificate and threshold, within a minute of the day it is crossed.</p>
      <DaysRuler days={chosen} options={saved.options} />
      <DayChoice chosen={days} onChange={setDays} disabled={!mayEdit} />
      {error === null ? null : (
        <Banner tone="expired" role="alert">
          {failureText(error, texts.daysFailed)}
        </Banner>
      )}
      {mayEdit ? (
        <Button onClick={() => void save()} disabled={chosen.length === 0 || isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      ) : null}
      <p className={css.note}>
        {session?.plan === 'Forever Free'
          ? texts.moreTiming
          : all
            ? `Your ${session?.plan ?? ''} plan includes all four thresholds. You are always alerted on the last day and at expiry.`
            : 'You are always alerted on the last day and at expiry.'}
      </p>
    </div>
  );
}

const LONGEST = 30;

/** The chosen days on their way to the end: linear, like every axis here. */
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
