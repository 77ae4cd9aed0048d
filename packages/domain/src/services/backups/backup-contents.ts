/** The rows of one table. */
export interface TableContents {
  readonly database: string;
  /** With its schema, quoted where SQL needs it. */
  readonly table: string;
  /** Null if they could not be counted in time. */
  readonly rows: number | null;
  /** Of all rows in any order; null if they were not read, or changed while the backup was taken. */
  readonly hash: string | null;
}

const keyOf = ({ database, table }: TableContents): string => `${database}\0${table}`;

/**
 * Returns the rows that a backup certainly contains: a table that has the same rows before and after it has them in the backup too. Of a table
 * that changed meanwhile, only the name is known.
 */
export const mergeContents = (before: readonly TableContents[], after: readonly TableContents[]): TableContents[] => {
  const earlier = new Map(before.map((one) => [keyOf(one), one]));
  return after.flatMap((one): TableContents[] => {
    const same = earlier.get(keyOf(one));
    if (same === undefined) return [];
    const isSame = same.rows === one.rows && same.hash === one.hash;
    return [isSame ? one : { ...one, rows: null, hash: null }];
  });
};

export interface ContentsComparison {
  /** Tables with the rows that the backup must have. */
  readonly matching: number;
  /** Tables that changed while the backup was taken, or were not read in time: nothing is known of their rows. */
  readonly unknown: number;
  readonly rows: number;
  /** For people: what differs, at most ten. */
  readonly differences: readonly string[];
}

/** The findings of a drill. */
export interface DrillEvidence extends ContentsComparison {
  /** Files whose size and SHA-256 were as in the manifest. */
  readonly files: number;
  readonly bytes: number;
}

const DIFFERENCES_MAX = 10;

/** Compares what a restored engine has with what its backup must have. */
export const compareContents = (expected: readonly TableContents[], restored: readonly TableContents[]): ContentsComparison => {
  const found = new Map(restored.map((one) => [keyOf(one), one]));
  const differences: string[] = [];
  let matching = 0;
  let unknown = 0;
  let rows = 0;
  for (const one of expected) {
    const name = `${one.table} in ${one.database}`;
    const other = found.get(keyOf(one));
    if (other === undefined) differences.push(`${name} is missing`);
    else if (one.hash === null || other.hash === null) unknown += 1;
    else if (one.rows !== other.rows) differences.push(`${name} has ${other.rows} rows instead of ${one.rows}`);
    else if (one.hash !== other.hash) differences.push(`${name} has other rows than the backup`);
    else {
      matching += 1;
      rows += other.rows ?? 0;
    }
  }
  return { matching, unknown, rows, differences: differences.slice(0, DIFFERENCES_MAX) };
};
