import { brandId, type Id } from '@notafter/domain';
import { v7 } from 'uuid';

/** A new UUIDv7: time-ordered, so that fresh rows stay together in every index. */
export const newId = <Kind extends string>(): Id<Kind> => brandId(v7());
