import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';

interface WeekChartProps {
  readonly days: readonly string[];
  readonly counts: readonly number[];
  readonly color: string;
}

/** One line without areas or dots, its last point marked. */
export default function WeekChart({ days, counts, color }: WeekChartProps) {
  const last = counts.length - 1;
  return (
    <LineChart
      h={120}
      data={days.map((day, index) => ({ day, count: counts[index] ?? 0 }))}
      dataKey="day"
      series={[{ name: 'count', color }]}
      curveType="linear"
      strokeWidth={2}
      withYAxis={false}
      withTooltip={false}
      gridAxis="none"
      tickLine="none"
      withDots={false}
      referenceLines={[{ y: 0, color: 'var(--na-rail)' }]}
      lineProps={{
        isAnimationActive: false,
        dot: ({ index, cx, cy }) =>
          index === last ? <rect key="last" x={Number(cx) - 3} y={Number(cy) - 3} width={6} height={6} fill={color} /> : <g key={index} />,
      }}
      xAxisProps={{ interval: 0, padding: { left: 12, right: 12 } }}
      lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 4, left: 4, bottom: 0 } }}
    />
  );
}
