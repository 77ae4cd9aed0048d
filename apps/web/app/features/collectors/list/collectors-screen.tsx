import { Button } from '@mantine/core';
import { useMay } from '../../../shell/session.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { Toolbar } from '../../../ui/toolbar/toolbar.tsx';
import { LockedCollectors, NotInPlan } from '../locked-collectors.tsx';
import type { NewCollector } from '../types.ts';
import { useCollectorActions, useCollectors, useIsInPlan } from '../use-collectors.ts';
import { CollectorsTable } from './collectors-table.tsx';

const AddCollectorDialog = lazyDialog(() => import('./add-collector-dialog.tsx'));
const EnrollDialog = lazyDialog(() => import('../enroll-dialog.tsx'));
const ImportDialog = lazyDialog(() => import('../import/import-dialog.tsx'));

/** The programs inside closed networks that report to this organization. After a downgrade, those that are there are still shown. */
export function CollectorsScreen() {
  const query = useCollectors();
  const isInPlan = useIsInPlan();
  const mayAdd = useMay('collectors/add-collector') && isInPlan;
  const { add } = useCollectorActions();
  const [dialog, open] = useDialog();
  const showToken = (added: NewCollector): void => open((close) => <EnrollDialog added={added} onClose={close} />);
  const addButton = mayAdd ? (
    <Button
      leftSection={<Icon name="plus" small />}
      onClick={() => open((close) => <AddCollectorDialog add={add} onAdded={showToken} onClose={close} />)}
    >
      Add Collector
    </Button>
  ) : null;
  const isEmpty = (query.data?.collectors ?? []).length === 0;
  if (!isInPlan && isEmpty) return <LockedCollectors />;
  return (
    <>
      {isInPlan ? null : <NotInPlan />}
      {query.data?.collectors.length === 0 || addButton === null ? null : (
        <Toolbar
          plain
          end={
            <>
              <Button
                variant="default"
                leftSection={<Icon name="upload" small />}
                onClick={() => open((close) => <ImportDialog onClose={close} />)}
              >
                Import Bundles
              </Button>
              {addButton}
            </>
          }
        />
      )}
      <Panel label="Collectors">
        <QueryPanel
          query={query}
          failed="Collectors did not load"
          unaffected="They keep watching and reporting."
          skeleton={<CollectorsTable collectors={undefined} />}
          isEmpty={({ collectors }) => collectors.length === 0}
          empty={
            <EmptyState
              plain
              title="No collectors yet"
              text={
                mayAdd
                  ? 'Add a collector to watch endpoints and certificate files in a network that this server can’t reach.'
                  : 'An admin of your organization can add the first collector.'
              }
            >
              {addButton}
            </EmptyState>
          }
        >
          {({ collectors }) => <CollectorsTable collectors={collectors} />}
        </QueryPanel>
      </Panel>
      {dialog}
    </>
  );
}
