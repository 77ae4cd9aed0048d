import { statusOf } from '@notafter/domain';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { Token } from '../types.ts';
import css from './credentials.module.css';

type Life = Pick<Token, 'createdAt' | 'expiresAt' | 'status'>;

/** When a token or key ends, drawn like a certificate's life; a revoked one has none left to draw. */
export function CredentialLife({ of: { createdAt, expiresAt, status } }: { readonly of: Life }) {
  const now = useNow();
  if (expiresAt === null) return 'Never';
  if (status === 'revoked') return <AbsoluteTime value={expiresAt} />;
  return (
    <span className={css.life}>
      <Lifeline
        life={{ notBefore: createdAt, notAfter: expiresAt, now }}
        tone={status === 'expired' ? 'expired' : statusOf(expiresAt, now)}
      />
      <AbsoluteTime value={expiresAt} />
    </span>
  );
}
