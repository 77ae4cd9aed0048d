import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '../../shell/avatar.tsx';
import { Badge } from '../../ui/badge/badge.tsx';
import { RowButton } from '../../ui/buttons/buttons.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { fullName, roleNames } from './team-texts.ts';
import type { Invitation, Member } from './types.ts';
import type { useTeamActions } from './use-team-actions.ts';

type Row = { readonly member: Member } | { readonly invitation: Invitation };

export interface RowTools {
  /** `act`: the person may change the team. `team`: the plan includes one. */
  readonly may: { readonly act: boolean; readonly team: boolean };
  readonly actions: ReturnType<typeof useTeamActions>;
  readonly ownId: string | null;
  readonly onRole: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

interface MembersTableProps extends RowTools {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly stale: boolean;
  readonly empty: ReactNode;
  readonly foot: ReactNode;
}

const personOf = (row: Row) => ('member' in row ? row.member : row.invitation);

const columnsOf = (tools: RowTools): readonly Column<Row>[] => [
  {
    id: 'user',
    header: 'User',
    cell: ({ row: { original } }) => <Person row={original} ownId={tools.ownId} />,
    meta: { card: 'wide', wrap: true },
  },
  { id: 'role', header: 'Role', cell: ({ row }) => roleNames[personOf(row.original).role], meta: { width: 96, card: 'start' } },
  {
    id: 'joined',
    header: 'Joined',
    cell: ({ row: { original } }) =>
      'member' in original ? <AbsoluteTime value={original.member.createdAt} /> : <Invited invitation={original.invitation} />,
    meta: { width: '25%', look: 'small', card: 'end', wrap: true },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original } }) =>
      'member' in original ? (
        <MemberActions member={original.member} {...tools} />
      ) : (
        <InvitationActions invitation={original.invitation} {...tools} />
      ),
    meta: { width: 216, align: 'end', card: 'wide' },
  },
];

/** The invitations, and below them the members. */
export function MembersTable({ members, invitations, stale, empty, foot, ...tools }: MembersTableProps) {
  const rows: readonly Row[] = [...invitations.map((invitation) => ({ invitation })), ...members.map((member) => ({ member }))];
  return (
    <DataTable
      label="Team members"
      columns={columnsOf(tools)}
      rows={rows}
      rowKey={(row) => personOf(row).id}
      stale={stale}
      empty={empty}
      foot={foot}
    />
  );
}

function Person({ row, ownId }: { readonly row: Row; readonly ownId: string | null }) {
  const person = personOf(row);
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar email={person.email} hash={'member' in row ? row.member.avatarHash : null} />
      <div>
        <Text component="strong" display="block" fw={500} c="var(--na-text)">
          {fullName(person)}
          {person.id === ownId ? (
            <Text component="span" c="dimmed">
              {' '}
              (you)
            </Text>
          ) : null}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed">
          {person.email}
        </Text>
      </div>
    </Group>
  );
}

function Invited({ invitation: { state, createdAt, expiresAt } }: { readonly invitation: Invitation }) {
  const pending = state === 'pending';
  return (
    <>
      <Badge tone={pending ? 'pending' : 'unreachable'}>{pending ? 'Pending' : 'Expired'}</Badge>
      <Text component="span" display="block" size="xs" c="dimmed">
        invited <AbsoluteTime value={createdAt} />, {pending ? 'open until' : 'ended'} <AbsoluteTime value={expiresAt} />
      </Text>
    </>
  );
}

function MemberActions({ member, may, actions: { busy }, onRole, onRemove }: RowTools & { readonly member: Member }) {
  const name = fullName(member);
  if (!may.act || member.role === 'admin') return null;
  return (
    <>
      {may.team ? (
        <RowButton label="Change Role" aria-label={`Change role of ${name}`} disabled={busy} onClick={() => onRole(member)} />
      ) : null}
      <RowButton quiet label="Remove" of={name} disabled={busy} onClick={() => onRemove(member)} />
    </>
  );
}

function InvitationActions({ invitation, may, actions }: RowTools & { readonly invitation: Invitation }) {
  const of = `the invitation of ${fullName(invitation)}`;
  const { busy, resend, revoke } = actions;
  if (!may.act) return null;
  return (
    <>
      {may.team ? <RowButton label="Resend" of={of} disabled={busy} onClick={() => resend(invitation)} /> : null}
      <RowButton quiet label="Revoke" of={of} disabled={busy} onClick={() => revoke(invitation)} />
    </>
  );
}
