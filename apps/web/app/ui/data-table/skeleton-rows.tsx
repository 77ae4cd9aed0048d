import { Bone } from '../states/states.tsx';
import { type Column, columnWords } from './column.ts';

interface SkeletonRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: number;
  readonly selects: boolean;
}

/** Percent of the cell: uneven, so that the rows look like text and not like a grid. */
const widths = [72, 58, 66, 81, 49, 63, 77, 54, 69, 60] as const;
const MOST_ROWS = 10;

/** Rows that are on their way, in the layout of the real ones. */
export function SkeletonRows<Row>({ columns, rows, selects }: SkeletonRowsProps<Row>) {
  return widths.slice(0, Math.min(rows, MOST_ROWS)).map((width) => (
    <tr key={width}>
      {selects ? <td data-col="select" /> : null}
      {columns.map(({ id, header, meta }) => (
        <td key={id} data-col={columnWords(id, meta)}>
          {meta?.awaited ?? (header === '' ? null : <Bone width={width} />)}
        </td>
      ))}
    </tr>
  ));
}
