import { certificates, type Executor, x509Certificates } from '@notafter/db';
import type { Cryptography } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';

/** Endpoints with their certificates. */
export const withCertificate = sql`
  ${certificates} left join ${x509Certificates} on ${x509Certificates.fingerprint256} = ${certificates.fingerprint256}`;

/** The columns of `Cryptography`. */
export const cryptographyColumns: SQL = sql`
  ${certificates.protocol} as protocol, ${certificates.cipher} as cipher, ${certificates.keyExchange} as "group",
  ${certificates.keyType} as "keyType", ${certificates.keyBits} as "keyBits", ${x509Certificates.facts} ->> 'signatureAlgorithm' as signature`;

/** A row of `cryptographyColumns`. */
export type CryptographyRow = { readonly [Name in keyof Cryptography]: Cryptography[Name] };

/** Endpoints that share all of it. */
export type CountedCryptography = CryptographyRow & { readonly count: number };

/** Returns each combination among the reached endpoints with their number. */
export const countCryptography = (db: Executor, reach: CertificateReach): Promise<CountedCryptography[]> =>
  db.execute<CountedCryptography>(sql`
    select protocol, cipher, "group", "keyType", "keyBits", signature, count(*)::int as count
    from (select ${cryptographyColumns} from ${withCertificate} where ${withinReach(reach)} and ${certificates.notAfter} is not null) as found
    group by 1, 2, 3, 4, 5, 6`);
