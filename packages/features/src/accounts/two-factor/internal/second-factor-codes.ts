import { createHash, randomBytes } from 'node:crypto';
import { recoveryCodes, totpSecrets } from '@notafter/db';
import { DomainError, RECOVERY_CODE_COUNT, readTypedCode, recoveryCodeOf, type UserId } from '@notafter/domain';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';

type Tx = TransactionContext<SystemContext>;

const RECOVERY_CODE_BYTES = 10;

/** The secret of an app is sealed to its person's row. */
export const totpPlace = (userId: UserId) => ({ table: 'totp_secrets', row: userId });

/** Accepts a code of the app once: of two concurrent requests with the same code, the second finds its time step used. */
const useAppCode = async (tx: Tx, userId: UserId, code: string): Promise<boolean> => {
  const confirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  const [row] = await tx.db.select({ secret: totpSecrets.secret }).from(totpSecrets).where(confirmed);
  if (row === undefined) return false;
  const step = await tx.auth.totp.stepOf(tx.auth.sealing.open(totpPlace(userId), row.secret), code);
  if (step === null) return false;
  const taken = await tx.db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(confirmed, eq(totpSecrets.secret, row.secret), or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))))
    .returning({ userId: totpSecrets.userId });
  return taken.length === 1;
};

/** Hashes the code without its dashes, as `readTypedCode` returns it. 80 random bits need neither a salt nor a slow hash. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

const useRecoveryCode = async (tx: Tx, userId: UserId, code: string): Promise<boolean> => {
  const used = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
};

/** Uses up a code of the person's app, or one of their recovery codes, and returns which it was. Throws `second_factor_invalid`. */
export const useCode = async (tx: Tx, userId: UserId, typed: string): Promise<'app' | 'recovery'> => {
  const read = readTypedCode(typed);
  if (read?.kind === 'app' && (await useAppCode(tx, userId, read.code))) return 'app';
  if (read?.kind === 'recovery') {
    if (await useRecoveryCode(tx, userId, read.code)) return 'recovery';
    throw new DomainError('second_factor_invalid', { message: 'This recovery code is not valid. Each one works once.' });
  }
  throw new DomainError('second_factor_invalid');
};

/** Creates ten codes and ends the previous ones. They can be shown only now. */
export const replaceRecoveryCodes = async (tx: Tx, userId: UserId): Promise<readonly string[]> => {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)));
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.db.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(code.replaceAll('-', '')) })));
  return codes;
};
