import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { CredentialPanel } from '../credentials/credential-panel.tsx';
import css from '../credentials/credentials.module.css';
import { RevokeDialog } from '../credentials/revoke-dialog.tsx';
import type { AddedApiKey, ApiKey } from '../types.ts';
import { KeysTable } from './keys-table.tsx';

const CreateKeyDialog = lazyDialog(() => import('./create-key-dialog.tsx'));
const RotateKeyDialog = lazyDialog(() => import('./rotate-key-dialog.tsx'));
const CreatedKey = lazyDialog(() => import('./created-key.tsx'));

/** The organization's API keys. Viewers see them, admins change them. */
export function ApiKeysTab() {
  const hasApiKeys = useSessionView()?.entitlements.apiKeys ?? false;
  if (!hasApiKeys) {
    return (
      <Panel title="API Keys">
        <div className={css.locked}>
          <p>API keys are only available for Professional and Business plans</p>
          <UpgradeLink />
        </div>
      </Panel>
    );
  }
  return <OwnKeys />;
}

type Doing = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly apiKey: ApiKey } | null;

function OwnKeys() {
  const trpc = useTRPC();
  const list = useQuery(trpc.settings.apiKeys.queryOptions());
  const refresh = [trpc.settings.apiKeys.pathFilter()];
  const add = useAction(trpc.settings.addApiKey.mutationOptions(), { failed: 'Failed to create API key', refresh });
  const rotate = useAction(trpc.settings.rotateApiKey.mutationOptions(), { failed: 'Failed to rotate API key', refresh });
  const revoke = useAction(trpc.settings.revokeApiKey.mutationOptions(), { failed: 'Failed to revoke API key', refresh });
  const mayChange = useMay('settings/add-api-key');
  const [doing, setDoing] = useState<Doing>(null);
  const [added, setAdded] = useState<AddedApiKey | null>(null);
  const stop = (): void => setDoing(null);
  const apiKeys = list.data?.apiKeys;
  const pages = usePages(apiKeys ?? []);
  return (
    <div className={css.stack}>
      <CredentialPanel
        title="API Keys"
        create="Create API Key"
        onCreate={mayChange ? () => setDoing({ what: 'create' }) : undefined}
        list={list}
        count={apiKeys?.length}
        failedText="Failed to fetch API keys"
        empty={{
          title: 'No API keys found',
          text: mayChange
            ? 'Create one for a program that reads or changes certificates. It belongs to the organization.'
            : 'Admins create API keys for programs that read or change certificates.',
        }}
      >
        <KeysTable apiKeys={pages.shown} onAct={mayChange ? (what, apiKey) => setDoing({ what, apiKey }) : undefined} />
        <TableFoot pages={pages} />
      </CredentialPanel>
      {doing?.what === 'create' ? (
        <CreateKeyDialog
          onClose={stop}
          onCreate={async (key) => {
            setAdded(await add.send(key));
            stop();
          }}
        />
      ) : null}
      {doing?.what === 'rotate' ? (
        <RotateKeyDialog
          apiKey={doing.apiKey}
          onClose={stop}
          onRotate={async (overlapHours) => {
            setAdded(await rotate.send({ id: doing.apiKey.id, overlapHours }));
            stop();
          }}
        />
      ) : null}
      {doing?.what === 'revoke' ? (
        <RevokeDialog kind="API key" name={doing.apiKey.name} onClose={stop} onConfirm={() => revoke.send({ id: doing.apiKey.id })} />
      ) : null}
      {added === null ? null : <CreatedKey added={added} onClose={() => setAdded(null)} />}
    </div>
  );
}
