import { auditLog, type Executor, users } from '@notafter/db';
import { addMs, type Clock, DAY_MS, networkOf } from '@notafter/domain';
import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import type { UseCaseName } from '../../../context.ts';

const KNOWN_MS = 30 * DAY_MS;

/** Actions that only the account's owner can complete: a whole sign-in, or a password reset by a mailed link. */
const proofs: readonly UseCaseName[] = [
  'accounts/login',
  'accounts/finish-login',
  'accounts/login-with-passkey',
  'accounts/finish-oauth',
  'accounts/reset-password',
];

/**
 * Whether the owner of this address signed in from this network in the last 30 days. A sign-in that stopped at the second
 * factor does not count. Implements OWASP's device cookies without a cookie.
 */
export const isKnownNetwork = async (
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  email: string,
  network: string,
): Promise<boolean> => {
  const rows = await db
    .selectDistinct({ ip: auditLog.ip })
    .from(users)
    .innerJoin(auditLog, and(eq(auditLog.orgId, users.orgId), eq(auditLog.actorId, users.id)))
    .where(
      and(
        eq(users.email, email),
        gte(auditLog.at, addMs(clock.now(), -KNOWN_MS)),
        eq(auditLog.actorKind, 'session'),
        inArray(auditLog.action, proofs),
        sql`${auditLog.detail} ->> 'state' is distinct from 'second-factor'`,
        isNotNull(auditLog.ip),
      ),
    );
  return rows.some(({ ip }) => ip !== null && networkOf(ip) === network);
};
