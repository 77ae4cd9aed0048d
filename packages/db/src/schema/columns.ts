import type { Id } from '@notafter/domain';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Instants are always `timestamptz` and `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A UUIDv7 made in Node, branded with the kind of row it names. */
export const id = <Kind extends string>(name: string) => uuid(name).$type<Id<Kind>>();

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Compared byte by byte: what lists sort and seek by must not depend on the cluster's locale. */
export const byteOrderedText = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' });
