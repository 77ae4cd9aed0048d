import { Button, Group, Title } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Breadcrumbs } from '../../../ui/breadcrumbs/breadcrumbs.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { StateBadge } from '../state-badge.tsx';
import type { Collector } from '../types.ts';
import { useCollectorActions, useIsInPlan } from '../use-collectors.ts';
import css from './collector-head.module.css';

const EditDialog = lazyDialog(() => import('./edit-dialog.tsx'));
const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'));
const EnrollDialog = lazyDialog(() => import('../enroll-dialog.tsx'));

/** The way back, the name with its state, and what can be done with the collector as a whole. */
export function CollectorHead({ collector }: { readonly collector: Collector }) {
  const { id, name, state } = collector;
  const mayChange = useMay('collectors/revoke-collector');
  const isInPlan = useIsInPlan();
  const navigate = useNavigate();
  const { update, renewToken, revoke, remove } = useCollectorActions();
  const [dialog, open] = useDialog();
  const createToken = async (): Promise<void> => {
    const added = await renewToken.run({ id });
    if (added !== null) open((close) => <EnrollDialog added={added} isAgain={state === 'revoked'} onClose={close} />);
  };
  const confirmRevocation = (): void =>
    open((close) => (
      <ConfirmDialog
        title={`Revoke ${name}`}
        action="Revoke Collector"
        busyAction="Revoking..."
        failed="Failed to revoke the collector"
        onConfirm={() => revoke.send({ id })}
        onClose={close}
      >
        Nothing that it signs counts from now on. What it reported stays, and grows old. To watch this network again, enroll the collector
        again with another token.
      </ConfirmDialog>
    ));
  return (
    <>
      <Breadcrumbs above={[{ to: '/collectors', label: 'Collectors' }]}>{name}</Breadcrumbs>
      <Group gap="sm">
        <Group gap="sm" flex="1 1 auto">
          <Title order={2} size="h1" style={wrapsAnywhere}>
            {name}
          </Title>
          <StateBadge state={state} />
        </Group>
        {mayChange ? (
          <Group gap="sm" className={css.actions ?? ''}>
            {isInPlan && (state === 'waiting' || state === 'revoked') ? (
              <Button variant="default" disabled={renewToken.pending} onClick={() => void createToken()}>
                {state === 'waiting' ? 'Create Another Token' : 'Enroll Again'}
              </Button>
            ) : null}
            {isInPlan ? (
              <Button
                variant="default"
                onClick={() => open((close) => <EditDialog collector={collector} update={update} onClose={close} />)}
              >
                Edit
              </Button>
            ) : null}
            {state === 'revoked' ? null : (
              <Button variant="default" onClick={confirmRevocation}>
                Revoke
              </Button>
            )}
            <Button
              variant="default"
              c="var(--na-expired-fg)"
              leftSection={<Icon name="trash" small />}
              onClick={() =>
                open((close) => (
                  <DeleteDialog
                    collector={collector}
                    onDelete={() => remove.send({ id })}
                    onDeleted={() => navigate('/collectors', { replace: true })}
                    onClose={close}
                  />
                ))
              }
            >
              Delete
            </Button>
          </Group>
        ) : null}
      </Group>
      {dialog}
    </>
  );
}

const wrapsAnywhere = { overflowWrap: 'anywhere' } as const;
