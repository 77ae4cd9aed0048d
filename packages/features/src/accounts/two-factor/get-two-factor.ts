import { passkeys, totpSecrets } from '@notafter/db';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { type PasskeyView, passkeyViewOf } from '../passkeys/internal/passkey-view.ts';
import { type ProofKind, proofKindOf, recoveryCodesLeft } from '../sessions/proof.ts';

/** A person's sign-in settings, as they see them. */
export interface TwoFactorView {
  /** Oldest first. */
  readonly passkeys: readonly PasskeyView[];
  /** When codes became required; null without an app. */
  readonly appSince: Date | null;
  readonly recoveryCodesLeft: number;
  /** The proof that changes require. */
  readonly proof: ProofKind;
}

/** Returns the person's passkeys, whether an authenticator app is set up, and how many recovery codes are left. */
export const getTwoFactor = useCase({
  name: 'accounts/get-two-factor',
  access: 'member',
  via: 'session',
})(async (ctx): Promise<TwoFactorView> => {
  const { userId } = ctx.actor;
  const keys = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id);
  const [app] = await ctx.db.select({ since: totpSecrets.confirmedAt }).from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return {
    passkeys: keys.map(passkeyViewOf),
    appSince: app?.since ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(ctx, userId),
    proof: await proofKindOf(ctx, userId),
  };
});
