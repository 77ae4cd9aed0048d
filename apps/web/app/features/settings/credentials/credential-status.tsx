import type { CredentialStatus } from '@notafter/domain';
import { Chip } from '../../../ui/status/status-chip.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import css from './credentials.module.css';

/** An ended key is no alarm: bare text, unlike an expired certificate's solid chip. */
export function CredentialChip({ status }: { readonly status: CredentialStatus }) {
  switch (status) {
    case 'active':
      return <Chip tone="valid">Active</Chip>;
    case 'revoked':
      return <Chip tone="pending">Revoked</Chip>;
    case 'expired':
      return (
        <span className={css.expired}>
          <StatusMark tone="expired" />
          Expired
        </span>
      );
  }
}
