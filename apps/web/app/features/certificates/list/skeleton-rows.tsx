import { Horizon } from '../../../ui/lifeline/horizon.tsx';
import { Bone } from '../../../ui/states/states.tsx';
import css from './certificate-row.module.css';

interface SkeletonRowsProps {
  readonly rows: number;
  readonly withActions: boolean;
}

/** Domain widths in percent, so that the rows read as names and not as a grid. */
const widths = [72, 58, 66, 81, 49, 63, 77, 54, 69, 60] as const;

/** Rows to come: the guides and the hand stand at once, the bars after 150 ms. */
export function SkeletonRows({ rows, withActions }: SkeletonRowsProps) {
  const keys = Array.from({ length: Math.min(rows, 10) }, (_, index) => `row-${index}`);
  return keys.map((key, index) => (
    <tr key={key} className={css.row}>
      {withActions ? <td data-col="select" /> : null}
      <td data-col="domain">
        <span className={css.awaited}>
          <Bone width={widths[index % widths.length] ?? 60} />
        </span>
      </td>
      <td data-col="environment">
        <Bone width={70} />
      </td>
      <td data-col="issuer">
        <Bone width={80} />
      </td>
      <td data-col="days" />
      <td data-col="horizon">
        <Horizon life={null} tone="unreachable" />
      </td>
      <td data-col="date">
        <Bone width={90} />
      </td>
      <td data-col="status">
        <Bone width={60} />
      </td>
      {withActions ? <td data-col="actions" /> : null}
    </tr>
  ));
}
