/** One measured figure; the same name at several sizes shares one line of the table. */
export interface Figure {
  readonly group: string;
  readonly name: string;
  readonly size: number;
  /** Of all processes: per request, or per row. */
  readonly cpuMs: number;
  /** Wall time of a request; absent if rows are counted. */
  readonly wall?: { readonly p50Ms: number; readonly p95Ms: number };
  /** Limit for `cpuMs`; absent if a figure is for information. */
  readonly budgetMs?: number;
}

export const isOverBudget = ({ cpuMs, budgetMs }: Figure): boolean => budgetMs !== undefined && cpuMs >= budgetMs;

const number = (value: number, digits: number): string => (digits === 0 ? String(Math.round(value)) : value.toFixed(digits));
const digitsFor = (value: number): number => (value < 1 ? 4 : 2);

const cellsOf = (figure: Figure | undefined): string[] => {
  if (figure === undefined) return ['–', '–'];
  const { cpuMs, wall } = figure;
  return [
    `${number(cpuMs, digitsFor(figure.budgetMs ?? cpuMs))}${isOverBudget(figure) ? ' !' : ''}`,
    wall === undefined ? '' : `${number(wall.p50Ms, 1)} / ${number(wall.p95Ms, 1)}`,
  ];
};

const layOut = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
};

/** One table per group: a line per figure, sizes side by side, and the ratio of the largest size to the smallest. */
export const figuresTable = (figures: readonly Figure[]): string => {
  const sizes = [...new Set(figures.map(({ size }) => size))].sort((one, other) => one - other);
  const groups = [...new Set(figures.map(({ group }) => group))];
  return groups
    .map((group) => {
      const members = figures.filter((figure) => figure.group === group);
      const head = [group, ...sizes.flatMap((size) => [`CPU ms at ${size.toLocaleString('en')}`, 'wall p50 / p95']), 'ratio', 'budget'];
      const lines = [...new Set(members.map(({ name }) => name))].map((name) => {
        const at = sizes.map((size) => members.find((figure) => figure.name === name && figure.size === size));
        const [smallest, largest] = [at.at(0), at.at(-1)];
        const ratio = sizes.length > 1 && smallest && largest && smallest.cpuMs > 0 ? `${number(largest.cpuMs / smallest.cpuMs, 2)} x` : '';
        const budgets = [...new Set(at.flatMap((figure) => figure?.budgetMs ?? []))];
        return [name, ...at.flatMap(cellsOf), ratio, budgets.length === 0 ? '' : `< ${budgets.join(', ')}`];
      });
      return layOut([head, ...lines]);
    })
    .join('\n\n');
};
