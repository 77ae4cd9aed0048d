import { Button } from '@mantine/core';
import { useRevalidator } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetSession } from '../../../api/browser-store.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { texts } from './profile-texts.ts';
import type { Profile } from './types.ts';

const ConfirmDialog = lazyDialog(() => import('../../../ui/dialog/confirm-dialog.tsx'));
const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'));

const lastTexts = {
  member: 'You are the only member. An organization needs one admin.',
  admin: 'You are the last admin. Make another member an admin first.',
} as const;

/** Lets a person step down as admin or leave, unless the organization would lose its last admin. */
export function LeaveSection({ profile }: { readonly profile: Profile }) {
  const { last, role, organizationName, email } = profile;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<'step-down' | 'leave' | null>(null);
  // The shell and every list were loaded as an admin sees them.
  const stepDown = useAction(trpc.profile.stepDown.mutationOptions(), {
    done: "You're a viewer now.",
    failed: 'Failed to step down',
    refresh: [{}],
  });
  const leave = useAction(trpc.profile.leave.mutationOptions(), { failed: texts.leaveFailed });
  const leaveForGood = async (): Promise<'leaving'> => {
    try {
      await leave.send({ email });
    } catch (error) {
      void queries.invalidateQueries(trpc.profile.get.queryFilter());
      throw error;
    }
    forgetSession();
    queries.clear();
    // A full load: nothing of the signed-in screens stays in memory.
    window.location.assign('/');
    return 'leaving';
  };
  return (
    <Panel title="Leave">
      <ItemList>
        {role === 'admin' ? (
          <Item
            title="Step down"
            action={
              <Button size="sm" variant="default" disabled={last !== null} onClick={() => setAsking('step-down')}>
                Step down...
              </Button>
            }
          >
            You become a viewer of {organizationName}. Only another admin can undo this.
          </Item>
        ) : null}
        <Item
          title="Leave the organization"
          action={
            <Button size="sm" variant="default" disabled={last !== null} onClick={() => setAsking('leave')}>
              Leave...
            </Button>
          }
        >
          We delete your account. The data of {organizationName} stays.
        </Item>
        {last === null ? null : <Item>{lastTexts[last]}</Item>}
      </ItemList>
      {asking === 'step-down' ? (
        <ConfirmDialog
          title="Step down as admin"
          action="Step Down"
          busyAction="Stepping down..."
          failed="Failed to step down"
          onConfirm={() => stepDown.send().then(revalidate)}
          onClose={() => setAsking(null)}
        >
          You become a viewer of {organizationName}: you can see its data but no longer change it. Only another admin can undo this.
        </ConfirmDialog>
      ) : null}
      {asking === 'leave' ? (
        <LeaveDialog organizationName={organizationName} email={email} onLeave={leaveForGood} onClose={() => setAsking(null)} />
      ) : null}
    </Panel>
  );
}
