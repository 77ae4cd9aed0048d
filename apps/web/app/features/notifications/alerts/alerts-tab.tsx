import { Button } from '@mantine/core';
import type { DeliveryId } from '@notafter/domain';
import { lazy, Suspense, useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, EmptyState, ErrorState } from '../../../ui/states/states.tsx';
import { texts } from '../notification-texts.ts';
import css from './alerts.module.css';
import { AlertsTable } from './alerts-table.tsx';
import { useLog } from './use-log.ts';

const DeliveryDialog = lazy(() => import('./delivery-dialog.tsx'));

/** Every message about a certificate, newest first; a row opens its whole story. */
export function AlertsTab() {
  const { query, entries } = useLog();
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
      {entries.length === 0 ? (
        <EmptyState title={texts.noneSent} text="The first alert appears here with every step on its way to you." />
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
      {opened === null ? null : (
        <Suspense fallback={null}>
          <DeliveryDialog id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
