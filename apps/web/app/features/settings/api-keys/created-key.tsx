import { dateText, daysLeft, statusOf } from '@notafter/domain';
import SecretDialog from '../../../ui/dialog/secret-dialog.tsx';
import { lifeSentence } from '../../../ui/lifeline/life-sentence.ts';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { daysText } from '../../../ui/time/format.ts';
import css from '../credentials/credentials.module.css';
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
      <dl className={css.facts}>
        <dt>Permissions</dt>
        <dd>{permissionWords(permissions)}</dd>
        <dt>Certificates</dt>
        <dd>{scopeWords(scope)}</dd>
        <dt>Allowed from</dt>
        <dd>{allowedAddresses.length === 0 ? 'Any address' : allowedAddresses.join(', ')}</dd>
        <dt>Expires</dt>
        <dd>{expiresAt === null ? 'Never' : `${dateText(expiresAt)}, in ${daysText(daysLeft(expiresAt, createdAt))}`}</dd>
      </dl>
      {expiresAt === null ? null : <NewLife createdAt={createdAt} expiresAt={expiresAt} />}
    </SecretDialog>
  );
}

function NewLife({ createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date }) {
  const life = { notBefore: createdAt, notAfter: expiresAt, now: createdAt };
  return <Lifeline life={life} tone={statusOf(expiresAt, createdAt)} label={lifeSentence(life)} />;
}
