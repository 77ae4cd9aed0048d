import { Button } from '@mantine/core';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { CredentialChip } from '../credentials/credential-status.tsx';
import css from '../credentials/credentials.module.css';
import { LastUsed } from '../credentials/last-used.tsx';
import type { ApiKey } from '../types.ts';
import { KeyLife } from './key-life.tsx';
import { permissionWords } from './key-texts.ts';

interface KeysTableProps {
  readonly apiKeys: readonly ApiKey[];
  /** Absent: this person may look only. */
  readonly onRevoke?: ((apiKey: ApiKey) => void) | undefined;
}

const columns = [
  ['Name', undefined],
  ['Key', css.wEnding],
  ['Permissions', css.wWords],
  ['Created', css.wDate],
  ['Last used', css.wTime],
  ['Expires', css.wLife],
  ['Status', css.wWords],
] as const;

export function KeysTable({ apiKeys, onRevoke }: KeysTableProps) {
  return (
    <table className={css.table}>
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
              <KeyLife apiKey={apiKey} />
            </td>
            <td className={css.status}>
              <CredentialChip status={apiKey.status} />
            </td>
            <td>
              {apiKey.status === 'revoked' || onRevoke === undefined ? null : (
                <Button variant="subtle" color="gray" size="sm" aria-label={`Revoke ${apiKey.name}`} onClick={() => onRevoke(apiKey)}>
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
