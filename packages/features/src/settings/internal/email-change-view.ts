import type { EmailChangeSide } from '@notafter/auth';
import type { EmailChangeState } from '@notafter/domain';
import type { LinkedEmailChange } from './email-change.ts';

export interface EmailChangeView {
  /** The address that received the link. */
  readonly side: EmailChangeSide;
  readonly newEmail: string;
  readonly state: EmailChangeState;
  /** Whether this address has confirmed. */
  readonly confirmed: boolean;
  /** Whether the other address has. */
  readonly otherConfirmed: boolean;
}

/** Neither the person nor their current address: the new one may have been mistyped, and a stranger reads this. */
export const toEmailChangeView = ({ side, newEmail, state, oldConfirmed, newConfirmed }: LinkedEmailChange): EmailChangeView => ({
  side,
  newEmail,
  state,
  confirmed: side === 'old' ? oldConfirmed : newConfirmed,
  otherConfirmed: side === 'old' ? newConfirmed : oldConfirmed,
});
