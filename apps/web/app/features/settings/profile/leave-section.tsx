import { Button } from '@mantine/core';
import { useRevalidator } from '@remix-run/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetSession } from '../../../api/browser-store.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { laterDialog } from '../../../ui/later/later.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import css from './profile.module.css';
import { failureText } from './profile-texts.ts';
import type { Profile } from './types.ts';

const ConfirmDialog = laterDialog(() => import('../../../ui/confirm/confirm-dialog.tsx'));
const LeaveDialog = laterDialog(() => import('./leave-dialog.tsx'));

const lastTexts = {
  member: 'You are the only member. An organization needs one admin.',
  admin: 'You are the last admin. Make another member an admin first.',
} as const;

/** The two ways to give up one's place, for whom the organisation can do without. */
export function LeaveSection({ profile }: { readonly profile: Profile }) {
  const [asking, setAsking] = useState<'step-down' | 'leave' | null>(null);
  const { stepDown, leave, busy } = useGivingUp(() => setAsking(null));
  const { last, role, organizationName, email } = profile;
  return (
    <Panel title="Leave">
      <ul className={css.list}>
        {role === 'admin' ? (
          <li className={css.item}>
            <p className={css.what}>
              <strong>Step down</strong>
              <span>You become a viewer of {organizationName}, until an admin makes you one again.</span>
            </p>
            <Button size="sm" variant="default" disabled={last !== null} onClick={() => setAsking('step-down')}>
              Step down...
            </Button>
          </li>
        ) : null}
        <li className={css.item}>
          <p className={css.what}>
            <strong>Leave the organization</strong>
            <span>Your account is deleted. What belongs to {organizationName} stays.</span>
          </p>
          <Button size="sm" variant="default" disabled={last !== null} onClick={() => setAsking('leave')}>
            Leave...
          </Button>
        </li>
      </ul>
      {last === null ? null : <p className={css.note}>{lastTexts[last]}</p>}
      {asking === 'step-down' ? (
        <ConfirmDialog
          title="Step down as admin"
          action="Step Down"
          busyAction="Stepping down..."
          busy={busy}
          onConfirm={stepDown}
          onClose={() => setAsking(null)}
        >
          You become a viewer of {organizationName}: you see what is there and change nothing of it. Only another admin can undo this.
        </ConfirmDialog>
      ) : null}
      {asking === 'leave' ? (
        <LeaveDialog organizationName={organizationName} email={email} busy={busy} onLeave={leave} onClose={() => setAsking(null)} />
      ) : null}
    </Panel>
  );
}

function useGivingUp(close: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const stepping = useMutation(trpc.profile.stepDown.mutationOptions());
  const leaving = useMutation(trpc.profile.leave.mutationOptions());

  const stepDown = async (): Promise<void> => {
    try {
      await stepping.mutateAsync();
      showSuccess('You are a viewer now.');
      // The shell and every list were loaded as an admin sees them.
      revalidate();
    } catch (error) {
      showError(failureText(error, 'Failed to step down'));
    }
    close();
    await queries.invalidateQueries();
  };
  const leave = async (email: string): Promise<void> => {
    try {
      await leaving.mutateAsync({ email });
    } catch (error) {
      showError(failureText(error, 'Failed to leave the organization'));
      close();
      await queries.invalidateQueries(trpc.profile.get.queryFilter());
      return;
    }
    forgetSession();
    queries.clear();
    // A full load: nothing of the signed-in screens stays in memory.
    window.location.assign('/');
  };
  return {
    busy: stepping.isPending || leaving.isPending || leaving.isSuccess,
    stepDown: () => void stepDown(),
    leave: (email: string) => void leave(email),
  };
}
