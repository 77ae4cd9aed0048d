import { Button, Group } from '@mantine/core';
import { hostAndPort, solutionName, solutions } from '@notafter/domain';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { FactRow, FactTable } from '../../../ui/fact-table/fact-table.tsx';
import { Drawing, Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { ServiceDetail } from '../types.ts';
import { PasswordRow } from './password-row.tsx';

/** Where the service answers, and who signs in. */
export function ConnectionPanel({ service }: { readonly service: ServiceDetail }) {
  const { solution, host, ports, user, operation, runningSince } = service;
  const mayReveal = useMay('services/reveal-service-password');
  const [first, ...others] = ports;
  if (host === null || first === undefined) {
    return (
      <Panel title="Connection Information">
        <Note p="md">It appears here when the service is up.</Note>
      </Panel>
    );
  }
  const isOwnUser = solutions[solution].defaultUser === null;
  return (
    <Panel
      title="Connection Information"
      aside="Visible to admins and viewers; the password to admins"
      foot={
        mayReveal ? (
          <Group gap="xs" justify="space-between">
            <Group gap="xs" wrap="nowrap" c="dimmed">
              <Drawing small shapes="M10 3l6 2v5c0 3.5-2.4 5.7-6 7-3.6-1.3-6-3.5-6-7V5z" />
              <Note>
                {isOwnUser ? 'You defined the password when you created the service.' : 'Also sent by email when the service came up.'}{' '}
                Showing it is recorded.
              </Note>
            </Group>
            {runningSince === null || !service.canRotatePassword ? null : <RotateButton service={service} />}
          </Group>
        ) : undefined
      }
    >
      <FactTable label="Connection Information">
        <FactRow name="Service URI" code actions={<CopyButton value={hostAndPort(host, first.port)} label="Copy service URI" />}>
          {hostAndPort(host, first.port)}
        </FactRow>
        <FactRow name="Port" code actions={<CopyButton value={String(first.port)} label="Copy port" />}>
          {first.port}
        </FactRow>
        {others.map(({ name, port }) => (
          <FactRow
            key={name}
            name={`Port (${name.toUpperCase()})`}
            code
            actions={<CopyButton value={String(port)} label={`Copy port for ${name.toUpperCase()}`} />}
          >
            {port}
          </FactRow>
        ))}
        <FactRow name="Default User" code actions={<CopyButton value={user} label="Copy default user" />}>
          {user}
        </FactRow>
        {mayReveal ? (
          // A changed password is not the one that was shown.
          <PasswordRow key={operation?.kind === 'service_rotation' ? 'changing' : 'settled'} service={service} />
        ) : (
          <FactRow name="Password">Admins of your organization see it.</FactRow>
        )}
      </FactTable>
    </Panel>
  );
}

const FAILED = 'Failed to change the password';

function RotateButton({ service: { resourceId, solution, version, operation } }: { readonly service: ServiceDetail }) {
  const { services } = useTRPC();
  const mayRotate = useMay('services/rotate-service-password');
  const [dialog, open] = useDialog();
  const rotate = useAction(services.rotatePassword.mutationOptions(), { failed: FAILED, refresh: [services.pathFilter()] });
  if (!mayRotate) return null;
  const ask = (): void =>
    open((close) => (
      <ConfirmDialog
        title={`Change password of ${resourceId}`}
        action="Change Password"
        busyAction="Changing..."
        failed={FAILED}
        onConfirm={() => rotate.send({ resourceId })}
        onClose={close}
      >
        {solutionName(solution, version)} gets a new password. When it works, the old one stops working: clients that use it can't connect
        again until they have the new one.
      </ConfirmDialog>
    ));
  return (
    <>
      <Button variant="default" size="sm" leftSection={<Icon name="key" small />} disabled={operation !== null} onClick={ask}>
        Change Password
      </Button>
      {dialog}
    </>
  );
}
