import { Button } from '@mantine/core';
import { MEMBER_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useState } from 'react';
import { useMay, useSessionView } from '../../shell/session.ts';
import { Count } from '../../ui/badge/badge.tsx';
import { Banner } from '../../ui/banner/banner.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Toolbar } from '../../ui/toolbar/toolbar.tsx';
import { pageText } from '../certificates/list/page-text.ts';
import { MembersTable } from './members-table.tsx';
import { seatsText, texts } from './team-texts.ts';
import type { Member, UserList } from './types.ts';
import { useTeamActions } from './use-team-actions.ts';
import { teamSizes, useTeamPage } from './use-team-page.ts';

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'));
const RoleDialog = lazyDialog(() => import('./role-dialog.tsx'));
const RemovalDialog = lazyDialog(() => import('./removal-dialog.tsx'));

/** The rest is shown on request, so that many invitations do not push the members away. */
const INVITATIONS_SHOWN = 5;

/** The open dialog. */
type Open = { readonly what: 'invite' } | { readonly what: 'role' | 'remove'; readonly member: Member } | null;

/** The members and open invitations, with what an admin can do with them. */
export function MembersPanel() {
  const page = useTeamPage();
  const actions = useTeamActions();
  const mayInvite = useMay('team/invite-user');
  const hasTeam = useSessionView()?.entitlements.team === true;
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const invite = (
    <Button size="sm" leftSection={<Icon name="plus" small />} onClick={() => setOpen({ what: 'invite' })}>
      Invite User
    </Button>
  );
  return (
    <Panel
      title="Team members"
      {...(page.list === undefined ? {} : { count: <Count>{seatsText(page.list.seats)}</Count> })}
      {...(mayInvite && hasTeam ? { aside: invite } : {})}
    >
      <QueryPanel query={page.members} failed="Team members did not load" unaffected="No one loses access.">
        {(list) => <Members list={list} page={page} actions={actions} may={{ act: mayInvite, team: hasTeam }} onOpen={setOpen} />}
      </QueryPanel>
      {open?.what === 'invite' ? <InviteDialog onClose={close} /> : null}
      {open?.what === 'role' ? <RoleDialog member={open.member} actions={actions} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemovalDialog member={open.member} actions={actions} onClose={close} /> : null}
    </Panel>
  );
}

interface MembersProps {
  readonly list: UserList;
  readonly page: ReturnType<typeof useTeamPage>;
  readonly actions: ReturnType<typeof useTeamActions>;
  readonly may: { readonly act: boolean; readonly team: boolean };
  readonly onOpen: (open: Open) => void;
}

function Members({ list, page, actions, may, onOpen }: MembersProps) {
  const ownId = useSessionView()?.user.id ?? null;
  const [all, setAll] = useState(false);
  const { invitations, search } = page;
  const more = all ? 0 : Math.max(0, invitations.length - INVITATIONS_SHOWN);
  const { seats } = list;
  const searchable = seats.members > teamSizes[0] || search !== '';
  const isAlone = seats.members + seats.invited <= 1 && search === '' && invitations.length === 0;
  const showAll = (
    <Button variant="subtle" color="gray" size="sm" onClick={() => setAll(true)}>
      Show {more} more invitations
    </Button>
  );
  const retry = (
    <Button size="sm" variant="default" onClick={page.retryInvitations}>
      Retry
    </Button>
  );
  const text = pageText({ total: list.total, totalCapped: false, position: page.position, shown: list.users.length });
  return (
    <>
      {page.invitationsFailed ? (
        <Banner tone="warning" action={retry}>
          Open invitations did not load. The invitations that we sent still work.
        </Banner>
      ) : null}
      {searchable || more > 0 ? (
        <Toolbar {...(more > 0 ? { end: showAll } : {})}>
          {searchable ? (
            <SearchBox label="Search name or email" maxLength={MEMBER_SEARCH_MAX_LENGTH} value={search} onSearch={page.onSearch} />
          ) : null}
        </Toolbar>
      ) : null}
      <MembersTable
        members={list.users}
        invitations={invitations.slice(0, invitations.length - more)}
        ownId={ownId}
        may={may}
        stale={page.members.isPlaceholderData}
        actions={actions}
        onRole={(member) => onOpen({ what: 'role', member })}
        onRemove={(member) => onOpen({ what: 'remove', member })}
        empty={<EmptyState plain title="No matches" text="No name and no email address contains this text." />}
        foot={
          <>
            {isAlone ? (
              <EmptyState
                plain
                title={texts.none}
                text={
                  may.act && may.team ? 'Invite a colleague. A viewer sees everything and changes nothing.' : 'You are the only member.'
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
