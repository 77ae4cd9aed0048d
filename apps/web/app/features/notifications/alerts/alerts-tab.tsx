import { Button, Switch } from '@mantine/core';
import { countText, type DeliveryId } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, EmptyState, ErrorState } from '../../../ui/states/states.tsx';
import { texts } from '../notification-texts.ts';
import { isUndelivered, undeliveredAddress } from '../tabs.ts';
import css from './alerts.module.css';
import { AlertsTable } from './alerts-table.tsx';
import { useLog } from './use-log.ts';

const DeliveryDialog = lazyDialog(() => import('./delivery-dialog.tsx'));

/** Alerts without a channel are not lost: they go out with the first one that is enabled. */
const emptyText = (open: number): string =>
  open === 0
    ? 'The first alert appears here with every step on its way to you.'
    : open === 1
      ? 'One open alert waits for a channel and goes out once one is enabled.'
      : `${countText(open)} open alerts wait for a channel and go out once one is enabled.`;

/** Every message about a certificate, newest first; a row opens its whole story. */
export function AlertsTab() {
  const [params, setParams] = useSearchParams();
  const undelivered = isUndelivered(params);
  const { query, entries, openCount = 0 } = useLog(undelivered);
  const [opened, setOpened] = useState<DeliveryId | null>(null);
  if (entries === undefined) {
    return (
      <Panel label="Recent alerts">
        {query.isError ? (
          <ErrorState
            title="Alerts did not load"
            text={`${problemOfCall(query.error).message} They are sent all the same.`}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={82} />
            <Bone width={74} />
            <Bone width={78} />
          </div>
        )}
      </Panel>
    );
  }
  return (
    <Panel label="Recent alerts">
      {entries.length === 0 && !undelivered ? null : (
        <div className={css.filter}>
          <Switch
            size="sm"
            label="Only what did not arrive"
            checked={undelivered}
            onChange={(event) => setParams(undeliveredAddress(event.currentTarget.checked), { preventScrollReset: true, replace: true })}
          />
        </div>
      )}
      {entries.length === 0 && undelivered ? (
        <EmptyState title="Nothing was given up" text="Every message arrived, or is still on its way." />
      ) : entries.length === 0 ? (
        <EmptyState title={texts.noneSent} text={emptyText(openCount)} />
      ) : (
        <>
          <AlertsTable entries={entries} onOpen={setOpened} />
          {query.hasNextPage ? (
            <div className={css.more}>
              <Button variant="default" size="sm" onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
                {query.isFetchingNextPage ? 'Loading...' : 'Show Older'}
              </Button>
            </div>
          ) : null}
        </>
      )}
      {opened === null ? null : <DeliveryDialog id={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}
