import { Button } from '@mantine/core';
import { type AccountCloud, clouds, countText, usdText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { CloudAccount } from '../types.ts';

const AccountDialog = lazyDialog(() => import('./account-dialog.tsx'));
const ForgetDialog = lazyDialog(() => import('./forget-dialog.tsx'));

const figure = { align: 'end', width: 110 } as const;
const keyOf = ({ id, cloud }: CloudAccount): string => id ?? cloud;

const columns: readonly Column<CloudAccount>[] = [
  { id: 'name', header: 'Account', cell: ({ row }) => row.original.name, meta: { look: 'name', rowHeader: true, card: 'start', line: 1 } },
  { id: 'cloud', header: 'Cloud', cell: ({ row }) => clouds[row.original.cloud].name, meta: { width: 140, card: 'start', line: 2 } },
  { id: 'state', header: 'State', cell: ({ row }) => <AccountState account={row.original} />, meta: { width: 130, card: 'end', line: 2 } },
  { id: 'services', header: 'Services', cell: ({ row }) => countText(row.original.serviceCount), meta: { ...figure, width: 84 } },
  { id: 'month', header: 'This month', cell: ({ row }) => usdText(row.original.cost.monthUsd), meta: figure },
  { id: 'forecast', header: 'Forecast', cell: ({ row }) => usdText(row.original.cost.monthForecastUsd), meta: figure },
];

/** The accounts on clouds that services run on. Absent if this installation has no cloud and the organization no account. */
export default function CloudAccountsPanel() {
  const { services } = useTRPC();
  const query = useQuery(services.cloudAccounts.queryOptions());
  const mayAdd = useMay('services/add-cloud-account');
  const [dialog, open] = useDialog();
  const offered = query.data?.clouds ?? [];
  if (query.data !== undefined && query.data.accounts.length === 0 && offered.length === 0) return null;
  const add = (): void => open((close) => <AccountDialog account={null} offered={offered} onClose={close} />);
  const button = (
    <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={add}>
      Add Account
    </Button>
  );
  return (
    <Panel title="Cloud accounts" aside={mayAdd && offered.length > 0 ? button : undefined}>
      <QueryPanel
        query={query}
        failed="Cloud accounts did not load"
        unaffected="Services keep running."
        skeleton={<DataTable label="Cloud accounts" columns={columns} rows={undefined} rowKey={keyOf} />}
        isEmpty={({ accounts }) => accounts.length === 0}
        empty={
          <EmptyState
            plain
            title="No cloud accounts yet"
            text={mayAdd ? 'Add one to run services on machines of a cloud.' : 'An admin of your organization can add one.'}
          />
        }
      >
        {({ accounts }) => <Accounts accounts={accounts} open={open} offered={offered} />}
      </QueryPanel>
      {dialog}
    </Panel>
  );
}

interface AccountsProps {
  readonly accounts: readonly CloudAccount[];
  readonly offered: readonly AccountCloud[];
  readonly open: ReturnType<typeof useDialog>[1];
}

function Accounts({ accounts, offered, open }: AccountsProps) {
  const mayChange = useMay('services/add-cloud-account');
  const { services } = useTRPC();
  const check = useAction(services.checkCloudAccount.mutationOptions(), {
    ...{ failed: 'Failed to check the account', refresh: [services.cloudAccounts.pathFilter()] },
  });
  const checkNow = async (id: NonNullable<CloudAccount['id']>): Promise<void> => {
    const answer = await check.run({ id });
    if (answer === null) return;
    if (answer.problem === null) showSuccess('The account works');
    else showError(answer.problem);
  };
  const remove = useAction(services.deleteCloudAccount.mutationOptions(), {
    ...{ done: 'Account deleted', failed: 'Failed to delete the account', refresh: [services.cloudAccounts.pathFilter()] },
  });
  const askToDelete = (id: NonNullable<CloudAccount['id']>, name: string): void =>
    open((close) => (
      <ConfirmDialog
        title={`Delete ${name}`}
        action="Delete"
        busyAction="Deleting..."
        failed="Failed to delete the account"
        onConfirm={() => remove.send({ id })}
        onClose={close}
      >
        Notafter forgets the credentials. Nothing changes on the cloud.
      </ConfirmDialog>
    ));
  const actions: Column<CloudAccount> = {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => {
      const { id, name, isRefused } = original;
      if (id === null) return null;
      return (
        <ActionMenu
          trigger={<IconButton icon="more" label={`Actions for ${name}`} />}
          entries={[
            { label: 'Check', icon: 'refresh', onSelect: () => void checkNow(id) },
            {
              label: 'Replace Credentials',
              icon: 'edit',
              onSelect: () => open((close) => <AccountDialog account={original} offered={offered} onClose={close} />),
            },
            ...(isRefused
              ? [
                  {
                    label: 'Forget',
                    icon: 'trash',
                    danger: true,
                    onSelect: () => open((close) => <ForgetDialog account={original} onClose={close} />),
                  } as const,
                ]
              : []),
            { label: 'Delete', icon: 'trash', danger: true, onSelect: () => askToDelete(id, name) },
          ]}
        />
      );
    },
    meta: { width: 56, align: 'end', card: 'corner' },
  };
  return (
    <DataTable
      label="Cloud accounts"
      columns={mayChange ? [...columns, actions] : columns}
      rows={accounts}
      rowKey={keyOf}
      detail={({ problem }) => problem}
      cardsBelow={760}
    />
  );
}

function AccountState({ account: { id, problem, isRefused } }: { readonly account: CloudAccount }) {
  if (problem === null) return id === null ? null : <Badge tone="valid">Works</Badge>;
  return isRefused ? <Badge tone="failed">Refused</Badge> : <Badge tone="warning">Unknown</Badge>;
}
