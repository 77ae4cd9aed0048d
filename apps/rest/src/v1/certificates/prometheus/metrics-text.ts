import type { Labels, MetricFamily, Sample } from './metric-families.ts';

export const metricFormats = ['text', 'openmetrics', 'json'] as const;
export type MetricFormat = (typeof metricFormats)[number];

export const metricTypes = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  json: 'application/json',
} as const satisfies Record<MetricFormat, string>;

const PIECE_SAMPLES = 1000;

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const labelsText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

function* piecesOf({ name, help, samples }: MetricFamily): Generator<string> {
  let piece = `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;
  let count = 0;
  for (const { labels, value } of samples) {
    piece += `${name}${labelsText(labels)} ${value}\n`;
    count += 1;
    if (count % PIECE_SAMPLES > 0) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* jsonPiecesOf({ name, help, samples }: MetricFamily): Generator<string> {
  yield `{"name":${JSON.stringify(name)},"help":${JSON.stringify(help)},"samples":[`;
  let rows: Sample[] = [];
  let isFirst = true;
  for (const sample of samples) {
    rows.push(sample);
    if (rows.length < PIECE_SAMPLES) continue;
    yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join()}`;
    [rows, isFirst] = [[], false];
  }
  if (rows.length > 0) yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join()}`;
  yield ']}';
}

/** Writes the families in pieces, so that a slow reader holds no whole text in memory. */
export async function* metricsText(families: readonly MetricFamily[], format: MetricFormat): AsyncGenerator<string> {
  if (format === 'json') {
    yield '{"metrics":[';
    for (const [index, family] of families.entries()) {
      if (index > 0) yield ',';
      yield* jsonPiecesOf(family);
    }
    yield ']}\n';
    return;
  }
  for (const family of families) yield* piecesOf(family);
  if (format === 'openmetrics') yield '# EOF\n';
}
