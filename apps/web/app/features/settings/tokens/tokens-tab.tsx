import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { SecretDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { CredentialsPanel } from '../credentials/credentials-panel.tsx';
import type { NewToken } from '../types.ts';

const CreateTokenDialog = lazyDialog(() => import('./create-token-dialog.tsx'));

/** The person's own tokens, which scripts use in their name. */
export function TokensTab() {
  const { settings } = useTRPC();
  const query = useQuery(settings.tokens.queryOptions());
  const refresh = [settings.tokens.pathFilter()];
  const add = useAction(settings.addToken.mutationOptions(), { failed: 'Failed to create token', refresh });
  const revoke = useAction(settings.revokeToken.mutationOptions(), { failed: 'Failed to revoke token', refresh });
  const [dialog, open] = useDialog();
  const create = async (created: NewToken): Promise<void> => {
    const { secret, token } = await add.send(created);
    open((close) => (
      <SecretDialog
        title="Token created"
        label="Token"
        secret={secret}
        text={
          <>
            Copy <strong>{token.name}</strong> now. It is stored as a hash and cannot be shown again.
          </>
        }
        onClose={close}
      />
    ));
  };
  return (
    <Stack gap="md">
      <OrganizationId />
      <CredentialsPanel
        kind="token"
        query={{ ...query, data: query.data?.tokens }}
        emptyText="Create one for a script, the command line or a collector. It acts as you."
        actionsWidth={86}
        cardsBelow={920}
        mayChange
        onCreate={() => open((close) => <CreateTokenDialog onCreate={create} onClose={close} />)}
        onRevoke={({ id }) => revoke.send({ id })}
      />
      {dialog}
    </Stack>
  );
}

function OrganizationId() {
  const orgId = useSessionView()?.orgId;
  if (orgId === undefined) return null;
  return (
    <Panel label="Organization ID">
      <Group gap="sm" px="md" py="sm">
        <strong>Organization ID</strong>
        <Group gap="xxs" wrap="nowrap">
          <Code>{orgId}</Code>
          <CopyButton value={orgId} label="Copy organization ID" />
        </Group>
        <Text size="sm" c="dimmed">
          Scripts send it in the org-id header, together with their token.
        </Text>
      </Group>
    </Panel>
  );
}
