import { Button } from '@mantine/core';
import { useState } from 'react';
import { Avatar } from '../../shell/avatar.tsx';
import { Badge } from '../../ui/badge/badge.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import css from './team.module.css';
import { fullName, roleNames } from './team-texts.ts';
import type { Invitation, Member } from './types.ts';
import type { useTeamActions } from './use-team-actions.ts';

/** More are shown when asked for: many invitations at once must not push the members away. */
const INVITATIONS_SHOWN = 5;

interface RowTools {
  /** `act`: the person may change the team. `team`: the plan has one. */
  readonly may: { readonly act: boolean; readonly team: boolean };
  readonly actions: ReturnType<typeof useTeamActions>;
}

interface MembersTableProps extends RowTools {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly ownId: string | null;
  readonly stale: boolean;
  readonly onRole: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

export function MembersTable({ members, invitations, ownId, stale, onRole, onRemove, ...tools }: MembersTableProps) {
  const [all, setAll] = useState(false);
  const shown = all ? invitations : invitations.slice(0, INVITATIONS_SHOWN);
  return (
    <table className={css.table} aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Role</th>
          <th scope="col">Joined</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} {...tools} />
        ))}
        {shown.length === invitations.length ? null : (
          <tr className={css.rest}>
            <td colSpan={4}>
              <Button variant="subtle" color="gray" size="sm" onClick={() => setAll(true)}>
                Show {invitations.length - shown.length} more invitations
              </Button>
            </td>
          </tr>
        )}
        {members.map((member) => (
          <MemberRow key={member.id} member={member} own={member.id === ownId} onRole={onRole} onRemove={onRemove} {...tools} />
        ))}
      </tbody>
    </table>
  );
}

interface MemberRowProps extends RowTools {
  readonly member: Member;
  readonly own: boolean;
  readonly onRole: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

function MemberRow({ member, own, may, actions, onRole, onRemove }: MemberRowProps) {
  const { email, avatarHash, role, createdAt } = member;
  const name = fullName(member);
  return (
    <tr>
      <td>
        <span className={css.person}>
          <Avatar email={email} hash={avatarHash} />
          <span className={css.who}>
            <strong>
              {name}
              {own ? <span className={css.own}> (you)</span> : null}
            </strong>
            <span>{email}</span>
          </span>
        </span>
      </td>
      <td>{roleNames[role]}</td>
      <td className={css.joined}>
        <AbsoluteTime value={createdAt} />
      </td>
      <td className={css.tools}>
        {may.act && role !== 'admin' ? (
          <>
            {may.team ? (
              <Button
                variant="default"
                size="sm"
                onClick={() => onRole(member)}
                disabled={actions.busy}
                aria-label={`Change role of ${name}`}
              >
                Change Role
              </Button>
            ) : null}
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              onClick={() => onRemove(member)}
              disabled={actions.busy}
              aria-label={`Remove ${name}`}
            >
              Remove
            </Button>
          </>
        ) : null}
      </td>
    </tr>
  );
}

function InvitationRow({ invitation, may, actions }: RowTools & { readonly invitation: Invitation }) {
  const { email, role, createdAt, expiresAt, state } = invitation;
  const name = fullName(invitation);
  return (
    <tr className={css.invited}>
      <td>
        <span className={css.person}>
          <Avatar email={email} hash={null} />
          <span className={css.who}>
            <strong>{name}</strong>
            <span>{email}</span>
          </span>
        </span>
      </td>
      <td>{roleNames[role]}</td>
      <td className={css.joined}>
        <span className={css.waiting}>
          <Badge tone={state === 'pending' ? 'pending' : 'unreachable'}>{state === 'pending' ? 'Pending' : 'Expired'}</Badge>
          <span>
            invited <AbsoluteTime value={createdAt} />, {state === 'pending' ? 'open until' : 'ended'} <AbsoluteTime value={expiresAt} />
          </span>
        </span>
      </td>
      <td className={css.tools}>
        {may.act ? (
          <>
            {may.team ? (
              <Button
                variant="default"
                size="sm"
                onClick={() => actions.resend(invitation)}
                disabled={actions.busy}
                aria-label={`Resend the invitation of ${name}`}
              >
                Resend
              </Button>
            ) : null}
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              onClick={() => actions.revoke(invitation)}
              disabled={actions.busy}
              aria-label={`Revoke the invitation of ${name}`}
            >
              Revoke
            </Button>
          </>
        ) : null}
      </td>
    </tr>
  );
}
