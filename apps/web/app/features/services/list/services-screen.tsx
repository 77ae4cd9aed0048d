import { Button } from '@mantine/core';
import { countText, SECOND_MS } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { Toolbar } from '../../../ui/toolbar/toolbar.tsx';
import type { Service } from '../types.ts';
import { DeletedBackupsPanel } from './deleted-backups-panel.tsx';
import { ServicesTable } from './services-table.tsx';

const CloudAccountsPanel = lazyPart(() => import('./cloud-accounts-panel.tsx'));

const POLL_MS = 2 * SECOND_MS;

/** The organization's data services. */
export function ServicesScreen() {
  const trpc = useTRPC();
  const mayDeploy = useMay('services/deploy-service');
  const query = useQuery({
    ...trpc.services.list.queryOptions({}),
    // An operation of another person ends here too.
    refetchInterval: ({ state }) => (state.data?.services.some(({ operation }) => operation !== null) ? POLL_MS : false),
  });
  const isEmpty = query.data?.total === 0;
  const create = mayDeploy ? (
    <Button component={Link} to="/services/create" leftSection={<Icon name="plus" small />}>
      Create Service
    </Button>
  ) : null;
  return (
    <>
      {isEmpty || create === null ? null : <Toolbar plain end={create} />}
      <Panel label="Services">
        <QueryPanel
          query={query}
          failed="Services did not load"
          unaffected="They keep running."
          skeleton={<ServicesTable services={undefined} />}
          isEmpty={({ total }) => total === 0}
          empty={
            <EmptyState
              plain
              title="No services yet"
              text={
                mayDeploy
                  ? 'Deploy a database, a dashboard or a message broker.'
                  : 'An admin of your organization can deploy the first service.'
              }
            >
              {create}
            </EmptyState>
          }
        >
          {({ services, total }) => <Listed services={services} total={total} />}
        </QueryPanel>
      </Panel>
      <CloudAccountsPanel />
      <DeletedBackupsPanel />
    </>
  );
}

function Listed({ services, total }: { readonly services: readonly Service[]; readonly total: number }) {
  const pages = usePages(services);
  const isCut = total > services.length;
  return (
    <ServicesTable
      services={pages.shown}
      foot={
        <TableFoot pages={pages}>
          {isCut ? `The newest ${countText(services.length)} of ${countText(total)} services are listed.` : undefined}
        </TableFoot>
      }
    />
  );
}
