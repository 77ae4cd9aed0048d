import { type CryptographyPart, cryptographyParts, isPostQuantum, partOf } from '@notafter/domain';
import { cacheFigures } from '../certificates/list/cached-counts.ts';
import { countStatus } from '../certificates/list/certificate-counts.ts';
import { useCase } from '../use-case.ts';
import { type CountedCryptography, countCryptography } from './internal/cryptography.ts';

/** Endpoints that use a protocol, suite, group, key or signature. */
export interface CountOfPart {
  readonly name: string;
  readonly count: number;
}

export interface CryptographyInventory {
  /** Endpoints ever reached. */
  readonly total: number;
  /** Endpoints whose key exchange resists a quantum computer. */
  readonly postQuantum: number;
  /** Endpoints whose key exchange is known. */
  readonly withGroup: number;
  /** Each part with its values, most endpoints first. */
  readonly parts: readonly { readonly part: CryptographyPart; readonly values: readonly CountOfPart[] }[];
}

const sumOf = (rows: readonly CountedCryptography[]): number => rows.reduce((sum, { count }) => sum + count, 0);

const valuesOf = (rows: readonly CountedCryptography[], part: CryptographyPart): CountOfPart[] => {
  const named = rows.flatMap((row) => {
    const name = partOf(row, part);
    return name === null ? [] : [{ name, row }];
  });
  return [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, found]) => ({ name, count: sumOf(found.map(({ row }) => row)) }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
};

/** From every row: current, or for more than 10,000 certificates up to five minutes old. */
const readInventory = cacheFigures<CryptographyInventory>(async (db, reach) => {
  const rows = await countCryptography(db, reach);
  const grouped = rows.filter(({ group }) => group !== null);
  return {
    total: sumOf(rows),
    postQuantum: sumOf(grouped.filter(({ group }) => group !== null && isPostQuantum(group))),
    withGroup: sumOf(grouped),
    parts: cryptographyParts.map((part) => ({ part, values: valuesOf(rows, part) })),
  };
});

/** Returns which protocols, suites, key exchanges, keys and signatures the endpoints use. */
export const getCryptography = useCase({
  name: 'analytics/get-cryptography',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<CryptographyInventory> => readInventory(ctx, await countStatus(ctx.db, ctx.reach, 'all', ctx.clock.now())));
