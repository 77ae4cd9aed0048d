import { Button } from '@mantine/core';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { CredentialLife } from '../credentials/credential-life.tsx';
import { CredentialBadge } from '../credentials/credential-status.tsx';
import css from '../credentials/credentials.module.css';
import { LastUsed } from '../credentials/last-used.tsx';
import type { Token } from '../types.ts';

interface TokensTableProps {
  readonly tokens: readonly Token[];
  readonly onRevoke: (token: Token) => void;
}

export function TokensTable({ tokens, onRevoke }: TokensTableProps) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={css.wEnding}>
            Token
          </th>
          <th scope="col" className={css.wDate}>
            Created
          </th>
          <th scope="col" className={css.wTime}>
            Last used
          </th>
          <th scope="col" className={css.wLife}>
            Expires
          </th>
          <th scope="col" className={css.wWords}>
            Status
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id} className={token.status === 'revoked' ? css.ended : undefined}>
            <td className={css.name} title={token.name}>
              {token.name}
            </td>
            <td className={css.ending}>…{token.ending}</td>
            <td data-label="Created">
              <AbsoluteTime value={token.createdAt} />
            </td>
            <td data-label="Last used">
              <LastUsed at={token.lastUsedAt} />
            </td>
            <td data-label="Expires">
              <CredentialLife of={token} />
            </td>
            <td className={css.status}>
              <CredentialBadge status={token.status} />
            </td>
            <td>
              {token.status === 'revoked' ? null : (
                <Button variant="subtle" color="gray" size="sm" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
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
