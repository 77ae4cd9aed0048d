import type { Id, RevocationFact } from '@notafter/domain';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Instants are always `timestamptz` and `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A UUIDv7 created in Node, branded with the kind of row it identifies. */
export const id = <Kind extends string>(name: string) => uuid(name).$type<Id<Kind>>();

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Compared byte by byte: orders and cursors of lists must not depend on the cluster's locale. */
export const byteOrderedText = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' });

type StoredRevocation = Omit<RevocationFact, 'checkedAt'> & { readonly checkedAt: string | null };

/** JSON whose `checkedAt` is ISO 8601 text. */
export const revocationFact = customType<{ data: RevocationFact; driverData: StoredRevocation | string }>({
  dataType: () => 'jsonb',
  toDriver: (fact) => JSON.stringify(fact),
  fromDriver(stored) {
    const { checkedAt, ...fact }: StoredRevocation = typeof stored === 'string' ? JSON.parse(stored) : stored;
    return { ...fact, checkedAt: checkedAt === null ? null : new Date(checkedAt) };
  },
});
