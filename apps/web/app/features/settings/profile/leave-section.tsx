import { useRevalidator } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { forgetSession } from '../../../api/browser-store.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { texts } from './profile-texts.ts';
import type { Profile } from './types.ts';

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'));

const lastTexts = {
  member: 'You are the only member. An organization needs one admin.',
  admin: 'You are the last admin. Make another member an admin first.',
} as const;

/** Lets a person step down as admin or leave, unless the organization would lose its last admin. */
export function LeaveSection({ profile: { last, role, organizationName, email } }: { readonly profile: Profile }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const [dialog, open] = useDialog();
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
  const openStepDown = (): void =>
    open((close) => (
      <ConfirmDialog
        title="Step down as admin"
        action="Step Down"
        busyAction="Stepping down..."
        failed="Failed to step down"
        onConfirm={() => stepDown.send().then(revalidate)}
        onClose={close}
      >
        You become a viewer of {organizationName}: you can see its data but no longer change it. Only another admin can undo this.
      </ConfirmDialog>
    ));
  const openLeave = (): void =>
    open((close) => <LeaveDialog organizationName={organizationName} email={email} onLeave={leaveForGood} onClose={close} />);
  return (
    <Panel title="Leave">
      <ItemList>
        {role === 'admin' ? (
          <Item title="Step down" action={<RowButton label="Step down..." disabled={last !== null} onClick={openStepDown} />}>
            You become a viewer of {organizationName}. Only another admin can undo this.
          </Item>
        ) : null}
        <Item title="Leave the organization" action={<RowButton label="Leave..." disabled={last !== null} onClick={openLeave} />}>
          We delete your account. The data of {organizationName} stays.
        </Item>
        {last === null ? null : <Item>{lastTexts[last]}</Item>}
      </ItemList>
      {dialog}
    </Panel>
  );
}
