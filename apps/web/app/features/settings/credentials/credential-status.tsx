import type { CredentialStatus } from '@notafter/domain';
import { Badge } from '../../../ui/badge/badge.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import css from './credentials.module.css';

/** An ended key is no alarm: bare text, unlike an expired certificate's solid chip. */
export function CredentialBadge({ status }: { readonly status: CredentialStatus }) {
  switch (status) {
    case 'active':
      return <Badge tone="valid">Active</Badge>;
    case 'revoked':
      return <Badge tone="pending">Revoked</Badge>;
    case 'expired':
      return (
        <span className={css.expired}>
          <StatusMark tone="expired" />
          Expired
        </span>
      );
  }
}
