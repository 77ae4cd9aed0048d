import { Button } from '@mantine/core';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { CredentialLife } from '../credentials/credential-life.tsx';
import { CredentialBadge } from '../credentials/credential-status.tsx';
import css from '../credentials/credentials.module.css';
import { LastUsed } from '../credentials/last-used.tsx';
import type { ApiKey } from '../types.ts';
import { limitWords, permissionWords } from './key-texts.ts';

interface KeysTableProps {
  readonly apiKeys: readonly ApiKey[];
  /** Absent: this person may look only. */
  readonly onAct?: ((what: 'rotate' | 'revoke', apiKey: ApiKey) => void) | undefined;
}

const columns = [
  ['Name', undefined],
  ['Key', css.wEnding],
  ['Permissions', css.wPermissions],
  ['Created', css.wDate],
  ['Last used', css.wTime],
  ['Expires', css.wLife],
  ['Status', css.wWords],
] as const;

export function KeysTable({ apiKeys, onAct }: KeysTableProps) {
  return (
    <table className={`${css.table} ${css.twoActions}`}>
      <thead>
        <tr>
          {columns.map(([name, width]) => (
            <th key={name} scope="col" className={width}>
              {name}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {apiKeys.map((apiKey) => (
          <tr key={apiKey.id} className={apiKey.status === 'revoked' ? css.ended : undefined}>
            <td className={css.name} title={apiKey.name}>
              {apiKey.name}
              <Limits apiKey={apiKey} />
            </td>
            <td className={css.ending}>…{apiKey.ending}</td>
            <td className={css.permissions}>{permissionWords(apiKey.permissions)}</td>
            <td data-label="Created">
              <AbsoluteTime value={apiKey.createdAt} />
            </td>
            <td data-label="Last used">
              <LastUsed at={apiKey.lastUsedAt} />
            </td>
            <td data-label="Expires">
              <CredentialLife of={apiKey} />
            </td>
            <td className={css.status}>
              <CredentialBadge status={apiKey.status} />
            </td>
            <td>
              {onAct === undefined || apiKey.status !== 'active' || apiKey.replacedBy !== null ? null : (
                <Button
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Rotate ${apiKey.name}`}
                  onClick={() => onAct('rotate', apiKey)}
                >
                  Rotate
                </Button>
              )}
              {onAct === undefined || apiKey.status === 'revoked' ? null : (
                <Button
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Revoke ${apiKey.name}`}
                  onClick={() => onAct('revoke', apiKey)}
                >
                  Revoke
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a key is limited to, and that another one has taken its place. */
function Limits({ apiKey }: { readonly apiKey: ApiKey }) {
  const limits = limitWords(apiKey);
  const rotated = apiKey.replacedBy === null ? null : 'Rotated';
  if (limits === null && rotated === null) return null;
  const words = [rotated, limits].filter((one) => one !== null).join(', ');
  return (
    <span className={css.limits} title={[words, ...apiKey.allowedAddresses].join('\n')}>
      {words}
    </span>
  );
}
