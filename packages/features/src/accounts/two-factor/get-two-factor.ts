import { passkeys, totpSecrets } from '@notafter/db';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../../context.ts';
import { type PasskeyView, passkeyViewOf } from '../passkeys/internal/passkey-view.ts';
import { type ProofKind, proofKindOf, recoveryCodesLeft } from '../sessions/proof.ts';

/** How a person signs in, as they see it themselves. */
export interface TwoFactorView {
  /** Oldest first. */
  readonly passkeys: readonly PasskeyView[];
  /** Since when codes are asked for; null where no app is set up. */
  readonly appSince: Date | null;
  readonly recoveryCodesLeft: number;
  /** What changes of this ask for. */
  readonly proof: ProofKind;
}

/** The person's passkeys, whether an authenticator app is set up, and how many recovery codes are left. */
export const getTwoFactor = async (ctx: OrgContext): Promise<TwoFactorView> => {
  const { userId } = requirePerson(ctx, 'accounts/get-two-factor');
  const keys = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id);
  const [app] = await ctx.db.select({ since: totpSecrets.confirmedAt }).from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return {
    passkeys: keys.map(passkeyViewOf),
    appSince: app?.since ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(ctx, userId),
    proof: await proofKindOf(ctx, userId),
  };
};
