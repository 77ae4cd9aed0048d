import { countText } from '@notafter/domain';
import { Badge } from '../../ui/badge/badge.tsx';
import { IconButton } from '../../ui/buttons/buttons.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionMenu } from '../../ui/menu/action-menu.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import type { AdminOrganization } from './types.ts';

type Act = (organization: AdminOrganization) => void;

export interface OrganizationActions {
  readonly edit: Act;
  readonly disable: Act;
  readonly reset: Act;
  readonly remove: Act;
}

const figure = { align: 'end', width: 100 } as const;

export const organizationColumns = (actions: OrganizationActions): readonly Column<AdminOrganization>[] => [
  { id: 'name', header: 'Name', cell: ({ row }) => row.original.name, meta: { look: 'name', rowHeader: true, card: 'wide', line: 1 } },
  { id: 'plan', header: 'Plan', cell: ({ row }) => row.original.plan, meta: { width: 112, card: 'start', line: 2 } },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => (row.original.disabled ? <Badge tone="unreachable">Disabled</Badge> : <Badge tone="valid">Active</Badge>),
    meta: { width: 112, card: 'end', line: 2 },
  },
  { id: 'users', header: 'Users', cell: ({ row }) => countText(row.original.userCount), meta: { ...figure, width: 64 } },
  { id: 'certificates', header: 'Certificates', cell: ({ row }) => countText(row.original.certCount), meta: figure },
  {
    id: 'notifications',
    header: 'Notifications (7d)',
    cell: ({ row }) => countText(row.original.notifications7d),
    meta: { ...figure, width: 136 },
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ row }) => <AbsoluteTime value={row.original.createdAt} />,
    meta: { width: 100, look: 'small' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <Actions organization={row.original} {...actions} />,
    meta: { width: 72, align: 'end', card: 'corner' },
  },
];

function Actions({ organization, edit, disable, reset, remove }: OrganizationActions & { readonly organization: AdminOrganization }) {
  return (
    <ActionMenu
      trigger={<IconButton icon="more" label={`Actions for ${organization.name}`} />}
      entries={[
        { label: 'Edit', icon: 'edit', onSelect: () => edit(organization) },
        { label: organization.disabled ? 'Enable' : 'Disable', icon: 'lock', onSelect: () => disable(organization) },
        { label: 'Reset', icon: 'refresh', danger: true, onSelect: () => reset(organization) },
        { label: 'Delete', icon: 'trash', danger: true, onSelect: () => remove(organization) },
      ]}
    />
  );
}
