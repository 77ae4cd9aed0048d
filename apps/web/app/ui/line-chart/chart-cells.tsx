import { Group, Text } from '@mantine/core';
import { countText } from '@notafter/domain';
import { lazyPart } from '../lazy/lazy.tsx';
import css from './chart-cells.module.css';

const SmallLineChart = lazyPart(() => import('./small-line-chart.tsx'));

export interface ChartCell {
  readonly title: string;
  /** Beside the title: the sum, or the last value; null if it is not known. */
  readonly figure: number | null;
  readonly color: string;
  readonly values: readonly (number | null)[];
  readonly max?: number;
}

interface ChartCellsProps {
  readonly labels: readonly string[];
  readonly cells: readonly ChartCell[];
}

/** Small charts side by side over the same days, hidden from screen readers: put a table beside them. */
export function ChartCells({ labels, cells }: ChartCellsProps) {
  return (
    <div className={css.cells} aria-hidden="true">
      {cells.map(({ title, figure, ...chart }) => (
        <div key={title} className={css.cell}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" truncate title={title}>
              {title}
            </Text>
            <Text fw={600} c="var(--na-text)">
              {figure === null ? '\u2013' : countText(figure)}
            </Text>
          </Group>
          <SmallLineChart labels={labels} {...chart} />
        </div>
      ))}
    </div>
  );
}
