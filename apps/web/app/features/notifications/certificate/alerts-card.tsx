import { ActionIcon, Button } from '@mantine/core';
import { type CertificateId, plural } from '@notafter/domain';
import { useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { alertTone, SNOOZE_DAYS } from '../notification-texts.ts';
import type { CertificateAlerts } from '../types.ts';
import css from './alerts-card.module.css';
import { useCertificateAlerts } from './use-certificate-alerts.ts';

const DayChoice = lazyPart(async () => ({ default: (await import('../channels/day-choice.tsx')).DayChoice }));

/** Alerts of one certificate: open ones, the days it alerts on, and whether it is snoozed. */
export function AlertsCard({ id }: { readonly id: CertificateId }) {
  const state = useCertificateAlerts(id);
  const { data, isError } = state.alerts;
  const mayEdit = useMay('notifications/snooze-certificate');
  const [choosing, setChoosing] = useState(false);
  // The certificate's screen stands without it.
  if (data === undefined && isError) return null;
  return (
    <Panel
      title="Alerts"
      {...(mayEdit && data !== undefined && !choosing
        ? { aside: <Tools data={data} state={state} onChoose={() => setChoosing(true)} /> }
        : {})}
    >
      <div className={css.body}>
        {data === undefined ? (
          <Bone width={60} />
        ) : choosing ? (
          <DaysForm data={data} state={state} onDone={() => setChoosing(false)} />
        ) : (
          <Facts data={data} mayEdit={mayEdit} state={state} />
        )}
      </div>
    </Panel>
  );
}

type State = ReturnType<typeof useCertificateAlerts>;

interface ToolsProps {
  readonly data: CertificateAlerts;
  readonly state: State;
  readonly onChoose: () => void;
}

function Tools({ data: { snoozedUntil }, state, onChoose }: ToolsProps) {
  return (
    <ActionMenu
      trigger={
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Change alerts">
          <Icon name="more" small />
        </ActionIcon>
      }
      entries={[
        { label: 'Alert Days', icon: 'calendar', onSelect: onChoose },
        ...(snoozedUntil === null
          ? SNOOZE_DAYS.map((days) => ({
              label: `Snooze ${plural(days, 'day')}`,
              icon: 'moon' as const,
              onSelect: () => void state.snooze(days),
            }))
          : [{ label: 'End Snooze', icon: 'bell' as const, onSelect: () => void state.unsnooze() }]),
      ]}
    />
  );
}

const chosenByWords = { certificate: 'set here', tags: 'from its tags', organization: 'default' } as const;

function Facts({ data, mayEdit, state }: { readonly data: CertificateAlerts; readonly mayEdit: boolean; readonly state: State }) {
  const { days, chosenBy, snoozedUntil, open } = data;
  return (
    <>
      {snoozedUntil === null ? null : (
        <p className={css.snoozed}>
          <Icon name="moon" small />
          <span>
            Silent until <AbsoluteTime value={snoozedUntil} form="datetime" />
          </span>
          {mayEdit ? (
            <Button variant="subtle" color="gray" size="sm" disabled={state.busy} onClick={() => void state.unsnooze()}>
              End
            </Button>
          ) : null}
        </p>
      )}
      {open.length === 0 ? (
        <p className={css.none}>No open alerts.</p>
      ) : (
        <ul className={css.list}>
          {open.map(({ id, summary, severity, rule, raisedAt, acknowledgedAt }) => (
            <li key={id}>
              <StatusMark tone={alertTone({ severity, rule })} />
              <span>
                {summary}
                <small>
                  <AbsoluteTime value={raisedAt} form="datetime" />
                  {acknowledgedAt === null ? '' : ', acknowledged'}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={css.days}>
        Alerts: {days.map((day) => plural(day, 'day')).join(', ')} before expiry <span>({chosenByWords[chosenBy]})</span>
      </p>
    </>
  );
}

function DaysForm({ data, state, onDone }: { readonly data: CertificateAlerts; readonly state: State; readonly onDone: () => void }) {
  const [days, setDays] = useState<readonly number[]>(data.days);
  const { ruleId } = data;
  const finish = async (action: Promise<boolean>): Promise<void> => {
    if (await action) onDone();
  };
  return (
    <form
      className={css.form}
      aria-label="Alert days"
      onSubmit={(event) => {
        event.preventDefault();
        void finish(state.saveDays(days));
      }}
    >
      <DayChoice chosen={days} onChange={setDays} />
      <div className={css.foot}>
        {ruleId === null ? null : (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            className={css.drop ?? ''}
            disabled={state.busy}
            onClick={() => void finish(state.dropDays(ruleId))}
          >
            Use Default Days
          </Button>
        )}
        <Button variant="subtle" color="gray" size="sm" onClick={onDone} disabled={state.busy}>
          Cancel
        </Button>
        <Button type="submit" size="sm" disabled={days.length === 0 || state.busy}>
          {state.busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
