import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { CRITICAL_MAX_DAYS, DAY_MS, WARNING_MAX_DAYS } from '@notafter/domain';
import { useNow } from '../../ui/time/now.tsx';
import { segmentText, startText } from './segment-text.ts';
import type { TimelineSegment } from './types.ts';

const MARKS = [
  { days: CRITICAL_MAX_DAYS, color: 'var(--na-critical-fg)' },
  { days: WARNING_MAX_DAYS, color: 'var(--na-warning-fg)' },
] as const;

/** A bar for each segment in the tone of its first certificate, with marks where 7 and 30 days end. The table below says the same. */
export default function TimelineChart({ segments }: { readonly segments: readonly TimelineSegment[] }) {
  const now = useNow();
  const data = segments.map((segment) => ({
    start: startText(segment),
    days: segmentText(segment),
    Certificates: segment.count,
    color: `var(--na-${segment.status ?? 'unknown'})`,
  }));
  const lines = MARKS.flatMap(({ days, color }) => {
    const at = new Date(now.getTime() + days * DAY_MS);
    const segment = segments.find(({ from, until }) => from <= at && at < until);
    return segment === undefined ? [] : [{ x: startText(segment), label: `${days} d`, labelPosition: 'insideTopLeft' as const, color }];
  });
  return (
    <BarChart
      h={180}
      data={data}
      dataKey="start"
      series={[{ name: 'Certificates', color: 'var(--na-valid)' }]}
      getBarColor={(_value, { color }) => String(color)}
      barProps={{ isAnimationActive: false }}
      referenceLines={lines}
      tickLine="none"
      gridAxis="y"
      yAxisProps={{ allowDecimals: false, width: 40 }}
      withTooltip={false}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
