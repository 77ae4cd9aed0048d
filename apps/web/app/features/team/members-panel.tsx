import { Button, Text } from '@mantine/core';
import { MEMBER_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useState } from 'react';
import { useMay, useSessionView } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { RowButton } from '../../ui/buttons/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../ui/dialog/use-dialog.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { pageText } from '../../ui/pager/use-pages.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Toolbar } from '../../ui/toolbar/toolbar.tsx';
import { MembersTable, type RowTools } from './members-table.tsx';
import { fullName, seatsText, texts } from './team-texts.ts';
import type { Member, UserList } from './types.ts';
import { useTeamActions } from './use-team-actions.ts';
import { teamSizes, useTeamPage } from './use-team-page.ts';

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'));
const RoleDialog = lazyDialog(() => import('./role-dialog.tsx'));

/** The rest is shown on request, so that many invitations do not push the members away. */
const INVITATIONS_SHOWN = 5;

/** The members and open invitations, with what an admin can do with them. */
export function MembersPanel() {
  const page = useTeamPage();
  const actions = useTeamActions();
  const mayInvite = useMay('team/invite-user');
  const hasTeam = useSessionView()?.entitlements.team === true;
  const [dialog, open] = useDialog();
  const invite = (
    <Button size="sm" leftSection={<Icon name="plus" small />} onClick={() => open((close) => <InviteDialog onClose={close} />)}>
      Invite User
    </Button>
  );
  const onRole = (member: Member): void => open((close) => <RoleDialog member={member} actions={actions} onClose={close} />);
  const onRemove = (member: Member): void =>
    open((close) => (
      <ConfirmDialog
        title={`Remove ${fullName(member)}`}
        action="Remove User"
        busyAction="Removing..."
        failed={texts.removeFailed}
        onConfirm={() => actions.remove(member)}
        onClose={close}
      >
        <p>{texts.removeQuestion}</p>
        <Text mt="xs" size="sm" c="dimmed">
          The account of {member.email}, its sessions and its tokens end at once. Certificates, settings and API keys belong to the
          organization and remain.
        </Text>
      </ConfirmDialog>
    ));
  return (
    <Panel title="Team members" count={page.list && seatsText(page.list.seats)} aside={mayInvite && hasTeam ? invite : undefined}>
      <QueryPanel query={page.members} failed="Team members did not load" unaffected="No one loses access.">
        {(list) => (
          <Members list={list} page={page} may={{ act: mayInvite, team: hasTeam }} actions={actions} onRole={onRole} onRemove={onRemove} />
        )}
      </QueryPanel>
      {dialog}
    </Panel>
  );
}

interface MembersProps extends Omit<RowTools, 'ownId'> {
  readonly list: UserList;
  readonly page: ReturnType<typeof useTeamPage>;
}

function Members({ list, page, ...tools }: MembersProps) {
  const ownId = useSessionView()?.user.id ?? null;
  const [all, setAll] = useState(false);
  const { invitations, search } = page;
  const more = all ? 0 : Math.max(0, invitations.length - INVITATIONS_SHOWN);
  const { seats } = list;
  const searchable = seats.members > teamSizes[0] || search !== '';
  const isAlone = seats.members + seats.invited <= 1 && search === '' && invitations.length === 0;
  const showAll = <RowButton quiet label={`Show ${more} more invitations`} onClick={() => setAll(true)} />;
  const text = pageText({ total: list.total, position: page.position }, list.users.length);
  return (
    <>
      {page.invitationsFailed ? (
        <Banner tone="warning" action={<RowButton label="Retry" onClick={page.retryInvitations} />}>
          Open invitations did not load. The invitations that we sent still work.
        </Banner>
      ) : null}
      {searchable || more > 0 ? (
        <Toolbar end={more > 0 ? showAll : undefined}>
          {searchable ? (
            <SearchBox label="Search name or email" maxLength={MEMBER_SEARCH_MAX_LENGTH} value={search} onSearch={page.onSearch} />
          ) : null}
        </Toolbar>
      ) : null}
      <MembersTable
        members={list.users}
        invitations={invitations.slice(0, invitations.length - more)}
        ownId={ownId}
        stale={page.members.isPlaceholderData}
        {...tools}
        empty={<EmptyState plain title="No matches" text="No name and no email address contains this text." />}
        foot={
          <>
            {isAlone ? (
              <EmptyState
                plain
                title={texts.none}
                text={
                  tools.may.act && tools.may.team
                    ? 'Invite a colleague. A viewer sees everything and changes nothing.'
                    : 'You are the only member.'
                }
              />
            ) : null}
            <TableFoot pages={{ size: page.rows, setSize: page.resize, text, onPrevious: page.onPrevious, onNext: page.onNext }} />
          </>
        }
      />
    </>
  );
}
