import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { CredentialsPanel } from '../credentials/credentials-panel.tsx';
import type { AddedApiKey, ApiKey } from '../types.ts';
import { limitWords, permissionWords } from './key-texts.ts';

const CreateKeyDialog = lazyDialog(() => import('./create-key-dialog.tsx'));
const RotateKeyDialog = lazyDialog(() => import('./rotate-key-dialog.tsx'));
const CreatedKey = lazyDialog(() => import('./created-key.tsx'));

/** The organization's API keys. Viewers see them, admins change them. */
export function ApiKeysTab() {
  const hasApiKeys = useSessionView()?.entitlements.apiKeys ?? false;
  if (!hasApiKeys) {
    return (
      <Panel title="API Keys">
        <Stack gap="sm" align="flex-start" p="md">
          <p>API keys are only available for Professional and Business plans</p>
          <UpgradeLink />
        </Stack>
      </Panel>
    );
  }
  return <OwnKeys />;
}

/** The limits of a key, and whether another one replaces it. */
function Limits({ apiKey }: { readonly apiKey: ApiKey }) {
  const words = [apiKey.replacedBy === null ? null : 'Rotated', limitWords(apiKey)].filter((one) => one !== null).join(', ');
  if (words === '') return null;
  return (
    <Text component="span" size="xs" c="dimmed" display="block" title={[words, ...apiKey.allowedAddresses].join('\n')}>
      {words}
    </Text>
  );
}

const permissions: Column<ApiKey> = {
  id: 'permissions',
  header: 'Permissions',
  cell: ({ row }) => permissionWords(row.original.permissions),
  meta: { width: 128, look: 'small' },
};

function OwnKeys() {
  const { settings } = useTRPC();
  const query = useQuery(settings.apiKeys.queryOptions());
  const refresh = [settings.apiKeys.pathFilter()];
  const add = useAction(settings.addApiKey.mutationOptions(), { failed: 'Failed to create API key', refresh });
  const rotate = useAction(settings.rotateApiKey.mutationOptions(), { failed: 'Failed to rotate API key', refresh });
  const revoke = useAction(settings.revokeApiKey.mutationOptions(), { failed: 'Failed to revoke API key', refresh });
  const mayChange = useMay('settings/add-api-key');
  const [dialog, open] = useDialog();
  const show = (added: AddedApiKey): void => open((close) => <CreatedKey added={added} onClose={close} />);
  const openCreate = (): void => open((close) => <CreateKeyDialog onCreate={async (key) => show(await add.send(key))} onClose={close} />);
  const openRotate = (apiKey: ApiKey): void =>
    open((close) => (
      <RotateKeyDialog
        apiKey={apiKey}
        onRotate={async (overlapHours) => show(await rotate.send({ id: apiKey.id, overlapHours }))}
        onClose={close}
      />
    ));
  return (
    <>
      <CredentialsPanel
        kind="API key"
        query={{ ...query, data: query.data?.apiKeys }}
        emptyText={
          mayChange
            ? 'Create one for a program that reads or changes certificates. It belongs to the organization.'
            : 'Admins create API keys for programs that read or change certificates.'
        }
        limits={(apiKey) => <Limits apiKey={apiKey} />}
        more={[permissions]}
        action={(apiKey) =>
          apiKey.status === 'active' && apiKey.replacedBy === null ? (
            <RowButton quiet label="Rotate" of={apiKey.name} onClick={() => openRotate(apiKey)} />
          ) : null
        }
        actionsWidth={mayChange ? 150 : 16}
        cardsBelow={1000}
        mayChange={mayChange}
        onCreate={openCreate}
        onRevoke={({ id }) => revoke.send({ id })}
      />
      {dialog}
    </>
  );
}
