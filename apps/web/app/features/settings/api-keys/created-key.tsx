import { Stack } from '@mantine/core';
import { dateText, daysLeft, statusOf } from '@notafter/domain';
import SecretDialog from '../../../ui/dialog/secret-dialog.tsx';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { lifeSentence } from '../../../ui/lifeline/ruler-scale.ts';
import { daysText } from '../../../ui/time/format.ts';
import type { AddedApiKey } from '../types.ts';
import { permissionWords, scopeWords } from './key-texts.ts';

/** The secret of a key, with what the key may do and how long. */
export default function CreatedKey({ added, onClose }: { readonly added: AddedApiKey; readonly onClose: () => void }) {
  const { name, permissions, scope, allowedAddresses, createdAt, expiresAt } = added.apiKey;
  return (
    <SecretDialog
      title="API key created"
      label="Key"
      secret={added.secret}
      text={
        <>
          Copy <strong>{name}</strong> now. It is stored as a hash and cannot be shown again.
        </>
      }
      onClose={onClose}
    >
      <Stack gap="sm" mt="md">
        <FactList
          facts={[
            ['Permissions', permissionWords(permissions)],
            ['Certificates', scopeWords(scope)],
            ['Allowed from', allowedAddresses.length === 0 ? 'Any address' : allowedAddresses.join(', ')],
            ['Expires', expiresAt === null ? 'Never' : `${dateText(expiresAt)}, in ${daysText(daysLeft(expiresAt, createdAt))}`],
          ]}
        />
        {expiresAt === null ? null : <NewLife createdAt={createdAt} expiresAt={expiresAt} />}
      </Stack>
    </SecretDialog>
  );
}

function NewLife({ createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date }) {
  const life = { notBefore: createdAt, notAfter: expiresAt, now: createdAt };
  return <Lifeline life={life} tone={statusOf(expiresAt, createdAt)} label={lifeSentence(life)} />;
}
