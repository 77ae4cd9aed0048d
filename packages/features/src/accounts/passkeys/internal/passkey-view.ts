import type { passkeys } from '@notafter/db';
import type { PasskeyId } from '@notafter/domain';

/** A passkey as its owner sees it. */
export interface PasskeyView {
  readonly id: PasskeyId;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const passkeyViewOf = ({ id, name, createdAt, lastUsedAt }: typeof passkeys.$inferSelect): PasskeyView => ({
  id,
  name,
  createdAt,
  lastUsedAt,
});
