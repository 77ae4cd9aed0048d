import { newId, serviceAuthorities } from '@notafter/db';
import { DAY_MS, type KeyAndCertificate, type ServiceAuthorityId } from '@notafter/domain';
import { asc, eq, gt, sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';

const AUTHORITY_DAYS = 3650;
/** Its successor exists from here on, and is in the CA file. */
const SUCCEEDED_AT_DAYS = 730;
/** From here on its successor signs: for a year, everyone who fetched the CA file again has had both. */
const REPLACED_AT_DAYS = 365;

const placeOf = (id: ServiceAuthorityId) => ({ table: 'service_authorities', row: id });

export interface Authority extends KeyAndCertificate {
  readonly id: ServiceAuthorityId;
}

/** The CA that signs now: created when there is none. Its successor is created two years before its end, and signs a year later. */
export const signingAuthority = async (ctx: SystemContext): Promise<Authority> => {
  const { sealing } = ctx.auth;
  const now = ctx.clock.now();
  const known = await ctx.db.select().from(serviceAuthorities).orderBy(asc(serviceAuthorities.createdAt));
  const newest = known.at(-1);
  const lasts = (row: { readonly notAfter: Date }, days: number): boolean => row.notAfter.getTime() - now.getTime() > days * DAY_MS;
  const signing = known.find((row) => lasts(row, REPLACED_AT_DAYS));
  if (signing !== undefined && newest !== undefined && lasts(newest, SUCCEEDED_AT_DAYS)) {
    return { id: signing.id, certificate: signing.certificate, key: sealing.open(placeOf(signing.id), signing.keySealed) };
  }
  const notAfter = new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS);
  const made = await ctx.gateways.services.issuer.createAuthority('Notafter data services', { notBefore: now, notAfter });
  const id = newId<'service-authority'>();
  await withTransaction(ctx, async ({ db }) => {
    // Two deployments at once create one CA: the second finds the first one's.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('service_authorities'))`);
    if ((await db.$count(serviceAuthorities)) !== known.length) return;
    await db
      .insert(serviceAuthorities)
      .values({ id, certificate: made.certificate, keySealed: sealing.seal(placeOf(id), made.key), notAfter, createdAt: now });
  });
  return signingAuthority(ctx);
};

/** The certificate of the CA that signed a service's certificate. */
export const authorityCertificate = async (ctx: Pick<SystemContext, 'db'>, id: ServiceAuthorityId): Promise<string> => {
  const [row] = await ctx.db
    .select({ certificate: serviceAuthorities.certificate })
    .from(serviceAuthorities)
    .where(eq(serviceAuthorities.id, id));
  if (row === undefined) throw new Error('A service names a CA that does not exist.');
  return row.certificate;
};

/** The CA file: every CA that signed what is in force or will sign, oldest first. */
export const authorityFile = async ({ db, clock }: Pick<SystemContext, 'db' | 'clock'>): Promise<string> => {
  const rows = await db
    .select({ certificate: serviceAuthorities.certificate })
    .from(serviceAuthorities)
    .where(gt(serviceAuthorities.notAfter, clock.now()))
    .orderBy(asc(serviceAuthorities.createdAt));
  return rows.map(({ certificate }) => `${certificate.trim()}\n`).join('');
};
