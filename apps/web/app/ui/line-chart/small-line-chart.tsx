import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';

interface SmallLineChartProps {
  readonly labels: readonly string[];
  /** Null where nothing is known: the line has a gap. */
  readonly values: readonly (number | null)[];
  readonly color: string;
  /** The end of the scale, for a score. */
  readonly max?: number;
}

/** Up to this many labels are all shown. */
const LABELS_SHOWN = 7;

/** One line from zero on, without areas or dots; its last point is marked. It takes no focus: a table beside it says the same. */
export default function SmallLineChart({ labels, values, color, max }: SmallLineChartProps) {
  const last = values.findLastIndex((value) => value !== null);
  return (
    <LineChart
      h={120}
      data={labels.map((label, index) => ({ label, value: values[index] ?? null }))}
      dataKey="label"
      series={[{ name: 'value', color }]}
      curveType="linear"
      strokeWidth={2}
      connectNulls={false}
      withYAxis={false}
      withTooltip={false}
      gridAxis="none"
      tickLine="none"
      withDots={false}
      referenceLines={[{ y: 0, color: 'var(--na-rail)' }]}
      yAxisProps={{ domain: [0, max ?? 'auto'] }}
      lineProps={{
        isAnimationActive: false,
        dot: ({ index, cx, cy }) =>
          index === last ? <rect key="last" x={Number(cx) - 3} y={Number(cy) - 3} width={6} height={6} fill={color} /> : <g key={index} />,
      }}
      xAxisProps={{ interval: labels.length > LABELS_SHOWN ? 'preserveStartEnd' : 0, minTickGap: 24, padding: { left: 12, right: 12 } }}
      lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 4, left: 4, bottom: 0 } }}
    />
  );
}
