import { Group, Text } from '@mantine/core';
import { andList, type CertificateId, plural } from '@notafter/domain';
import { useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { IconButton, RowButton } from '../../../ui/buttons/buttons.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones } from '../../../ui/query-panel/query-panel.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { alertTone, snoozeEntries } from '../notification-texts.ts';
import { receiverText, routesText } from '../routes/route-texts.ts';
import type { CertificateAlerts } from '../types.ts';
import { useCertificateAlerts } from './use-certificate-alerts.ts';

const DaysForm = lazyPart(() => import('./days-form.tsx'));

/** Alerts of one certificate: open ones, its alert days, and whether it is snoozed. */
export function AlertsCard({ id }: { readonly id: CertificateId }) {
  const state = useCertificateAlerts(id);
  const { data, isError } = state.alerts;
  const mayEdit = useMay('notifications/snooze-certificate');
  const [choosing, setChoosing] = useState(false);
  // The page is complete without this card.
  if (data === undefined && isError) return null;
  return (
    <Panel
      title="Alerts"
      aside={
        mayEdit && data !== undefined && !choosing ? <Tools data={data} state={state} onChoose={() => setChoosing(true)} /> : undefined
      }
    >
      {data === undefined ? (
        <Bones widths={[60]} />
      ) : choosing ? (
        <DaysForm data={data} state={state} onDone={() => setChoosing(false)} />
      ) : (
        <Facts data={data} mayEdit={mayEdit} state={state} />
      )}
    </Panel>
  );
}

interface FactsProps {
  readonly data: CertificateAlerts;
  readonly state: ReturnType<typeof useCertificateAlerts>;
}

function Tools({ data: { snoozedUntil }, state, onChoose }: FactsProps & { readonly onChoose: () => void }) {
  const endSnooze = { label: 'End Snooze', icon: 'bell', onSelect: () => void state.unsnooze() } as const;
  return (
    <ActionMenu
      trigger={<IconButton icon="more" label="Change alerts" />}
      entries={[
        { label: 'Alert Days', icon: 'calendar', onSelect: onChoose },
        ...(snoozedUntil === null ? snoozeEntries((days) => void state.snooze(days)) : [endSnooze]),
      ]}
    />
  );
}

const chosenByWords = { certificate: 'set here', tags: 'from its tags', organization: 'default' } as const;

function Facts({
  data: { days, chosenBy, snoozedUntil, open, channels, routes },
  mayEdit,
  state,
}: FactsProps & { readonly mayEdit: boolean }) {
  return (
    <ItemList>
      {snoozedUntil === null ? null : (
        <Item action={mayEdit ? <RowButton quiet label="End" disabled={state.busy} onClick={() => void state.unsnooze()} /> : null}>
          Snoozed until <AbsoluteTime value={snoozedUntil} form="datetime" />
        </Item>
      )}
      {open.length === 0 ? <Item>No open alerts.</Item> : null}
      {open.map(({ id, summary, severity, rule, raisedAt, acknowledgedAt }) => (
        <Item
          key={id}
          title={
            <Group component="span" gap="xs" wrap="nowrap" align="baseline">
              <StatusMark tone={alertTone({ severity, rule })} />
              <span>{summary}</span>
            </Group>
          }
        >
          <AbsoluteTime value={raisedAt} form="datetime" />
          {acknowledgedAt === null ? '' : ', acknowledged'}
        </Item>
      ))}
      <Item>
        Alerts: {days.map((day) => plural(day, 'day')).join(', ')} before expiry{' '}
        <Text component="span" inherit style={{ whiteSpace: 'nowrap' }}>
          ({chosenByWords[chosenBy]})
        </Text>
      </Item>
      <Item>
        Sent to {channels.length === 0 ? 'no one' : andList(channels.map(receiverText))} by {routesText(routes)}
      </Item>
    </ItemList>
  );
}
