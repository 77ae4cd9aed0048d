import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { writeEnrollmentToken } from '@notafter/bundles';
import type { collectors } from '@notafter/db';
import { addMs, type CollectorId, ENROLLMENT_MS } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export interface NewEnrollment {
  /** A person pastes it; shown once. */
  readonly token: string;
  /** The columns of `collectors`. */
  readonly stored: { readonly tokenHash: string; readonly tokenExpiresAt: Date };
}

/** Creates a token that works once. It brings the server's keys along, for collectors that never reach the server. */
export const createEnrollment = (ctx: Pick<SystemContext, 'auth' | 'clock' | 'config'>, collectorId: CollectorId): NewEnrollment => {
  const secret = randomBytes(32).toString('base64url');
  const { sealing, receipts } = ctx.auth.collectorKeys;
  const token = writeEnrollmentToken({
    ...{ collectorId, secret, sealingKey: sealing.publicKey, receiptKey: receipts.publicKey, serverUrl: ctx.config.publicUrl },
  });
  return { token, stored: { tokenHash: hashOf(secret), tokenExpiresAt: addMs(ctx.clock.now(), ENROLLMENT_MS) } };
};

/** Whether the secret is that of the collector's token, and the token is still valid. */
export const isEnrollmentOf = (
  { tokenHash, tokenExpiresAt }: Pick<typeof collectors.$inferSelect, 'tokenHash' | 'tokenExpiresAt'>,
  secret: string,
  now: Date,
): boolean =>
  tokenHash !== null &&
  tokenExpiresAt !== null &&
  now < tokenExpiresAt &&
  timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), Buffer.from(tokenHash, 'hex'));
