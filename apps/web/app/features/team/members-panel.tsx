import { Button } from '@mantine/core';
import { MEMBER_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useMay, useSessionView } from '../../shell/session.ts';
import { Count } from '../../ui/badge/badge.tsx';
import { Banner } from '../../ui/banner/banner.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { Pager, PageSizes } from '../../ui/pager/pager.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../ui/states/states.tsx';
import { pageText } from '../certificates/list/page-text.ts';
import { MembersTable } from './members-table.tsx';
import css from './team.module.css';
import { seatsText, texts } from './team-texts.ts';
import type { Member } from './types.ts';
import { useTeamActions } from './use-team-actions.ts';
import { teamSizes, useTeamPage } from './use-team-page.ts';

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'));
const RoleDialog = lazyDialog(() => import('./role-dialog.tsx'));
const RemovalDialog = lazyDialog(() => import('./removal-dialog.tsx'));

/** What is being done; one thing at a time. */
type Doing = { readonly what: 'invite' } | { readonly what: 'role' | 'remove'; readonly member: Member } | null;

export function MembersPanel() {
  const page = useTeamPage();
  const actions = useTeamActions();
  const session = useSessionView();
  const isAdmin = useMay('team/invite-user');
  const [doing, setDoing] = useState<Doing>(null);
  const { members, list, invitations } = page;
  const hasTeam = session?.entitlements.team === true;
  const stop = (): void => setDoing(null);
  return (
    <Panel
      title="Team members"
      {...(list === undefined ? {} : { count: <Count>{seatsText(list.seats)}</Count> })}
      {...(isAdmin && hasTeam
        ? {
            aside: (
              <Button size="sm" leftSection={<Icon name="plus" small />} onClick={() => setDoing({ what: 'invite' })}>
                Invite User
              </Button>
            ),
          }
        : {})}
    >
      {list === undefined ? (
        members.isError ? (
          <ErrorState
            title="Team members did not load"
            text={`${problemOfCall(members.error).message} Nobody loses access by that.`}
            onRetry={() => void members.refetch()}
            retrying={members.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={58} />
            <Bone width={64} />
            <Bone width={52} />
          </div>
        )
      ) : (
        <>
          {page.invitationsFailed ? (
            <div className={css.notice}>
              <Banner
                tone="warning"
                action={
                  <Button size="sm" variant="default" onClick={page.retryInvitations}>
                    Retry
                  </Button>
                }
              >
                Open invitations did not load. Those that were mailed work all the same.
              </Banner>
            </div>
          ) : null}
          {list.seats.members > teamSizes[0] || page.search !== '' ? (
            <div className={css.search}>
              <SearchBox label="Search name or email" maxLength={MEMBER_SEARCH_MAX_LENGTH} value={page.search} onSearch={page.onSearch} />
            </div>
          ) : null}
          <MembersTable
            members={list.users}
            invitations={invitations}
            ownId={session?.user.id ?? null}
            may={{ act: isAdmin, team: hasTeam }}
            stale={members.isPlaceholderData}
            actions={actions}
            onRole={(member) => setDoing({ what: 'role', member })}
            onRemove={(member) => setDoing({ what: 'remove', member })}
          />
          {page.search !== '' && list.total === 0 && invitations.length === 0 ? (
            <p className={css.none}>
              <strong>Nobody matches</strong> No name and no address holds what you typed.
            </p>
          ) : null}
          {list.seats.members + list.seats.invited <= 1 && page.search === '' && invitations.length === 0 ? (
            <p className={css.none}>
              <strong>{texts.none}</strong>
              {isAdmin && hasTeam ? ' Invite a colleague: a viewer sees everything and changes nothing.' : ''}
            </p>
          ) : null}
          <footer className={css.foot}>
            <PageSizes sizes={teamSizes} value={page.rows} onChange={page.resize} />
            <Pager
              text={pageText({ total: list.total, totalCapped: false, position: page.position, shown: list.users.length })}
              onPrevious={page.onPrevious}
              onNext={page.onNext}
            />
          </footer>
        </>
      )}
      {doing?.what === 'invite' ? <InviteDialog onClose={stop} /> : null}
      {doing?.what === 'role' ? <RoleDialog member={doing.member} actions={actions} onClose={stop} /> : null}
      {doing?.what === 'remove' ? <RemovalDialog member={doing.member} actions={actions} onClose={stop} /> : null}
    </Panel>
  );
}
