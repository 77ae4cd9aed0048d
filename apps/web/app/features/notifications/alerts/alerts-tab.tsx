import { Group, Switch } from '@mantine/core';
import { countText, type DeliveryId } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { ShowOlder } from '../log-parts.tsx';
import { texts } from '../notification-texts.ts';
import { isUndelivered, undeliveredAddress } from '../tabs.ts';
import { AlertsTable } from './alerts-table.tsx';
import { useLog } from './use-log.ts';

const DeliveryDialog = lazyDialog(() => import('./delivery-dialog.tsx'));

/** Open alerts without a channel are sent when one is enabled. */
const emptyText = (open: number): string =>
  open === 0
    ? 'Alerts appear here as we send them.'
    : open === 1
      ? 'One open alert waits for a channel. Enable a channel to send it.'
      : `${countText(open)} open alerts wait for a channel. Enable a channel to send them.`;

/** Every message about a certificate, newest first. A row opens its delivery. */
export function AlertsTab() {
  const [params, setParams] = useSearchParams();
  const undelivered = isUndelivered(params);
  const { query, entries, openCount = 0 } = useLog(undelivered);
  const [opened, setOpened] = useState<DeliveryId | null>(null);
  const { error, isError, isFetching, refetch } = query;
  const empty = undelivered ? (
    <EmptyState title="No failed deliveries" text="Every message was delivered or is still in the queue." />
  ) : (
    <EmptyState title={texts.noneSent} text={emptyText(openCount)} />
  );
  return (
    <Panel label="Recent alerts" foot={query.hasNextPage ? <ShowOlder query={query} /> : undefined}>
      <QueryPanel
        query={{ data: entries, error, isError, isFetching, refetch }}
        failed="Alerts did not load"
        unaffected="Alerts are still sent."
      >
        {(shown) => (
          <>
            {shown.length === 0 && !undelivered ? null : (
              <Group justify="flex-end" px="md" py="xs">
                <Switch
                  size="sm"
                  label="Failed deliveries only"
                  checked={undelivered}
                  onChange={(event) =>
                    setParams(undeliveredAddress(event.currentTarget.checked), { preventScrollReset: true, replace: true })
                  }
                />
              </Group>
            )}
            <AlertsTable entries={shown} empty={empty} onOpen={setOpened} />
          </>
        )}
      </QueryPanel>
      {opened === null ? null : <DeliveryDialog id={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}
