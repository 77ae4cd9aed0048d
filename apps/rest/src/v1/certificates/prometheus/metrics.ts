import { z } from '@hono/zod-openapi';
import { METRICS_ENDPOINTS_MAX } from '@notafter/domain';
import { getMetrics } from '@notafter/features';
import { operation } from '../../../operation.ts';
import type { Answers } from '../../../wire/media.ts';
import { streamOf } from '../../../wire/paged-file.ts';
import { filterParameters } from '../list/list-filter.ts';
import { familiesOf } from './metric-families.ts';
import { type MetricFormat, metricFormats, metricsText, metricTypes } from './metrics-text.ts';

/** The filters of both operations for Prometheus. */
export const prometheusParameters = { environment: filterParameters.environment, tag: filterParameters.tag };

const wireMetrics = z
  .object({
    metrics: z.array(
      z.object({
        name: z.string().openapi({ example: 'notafter_certificate_not_after_timestamp_seconds' }),
        help: z.string().openapi({ example: 'When the certificate expires, of several addresses the first.' }),
        samples: z.array(
          z.object({
            labels: z.record(z.string(), z.string()).openapi({ example: { domain: 'example.com', issuer: "Let's Encrypt" } }),
            value: z.number().openapi({ example: 1_796_371_200 }),
          }),
        ),
      }),
    ),
  })
  .openapi('Metrics');

const textExample = `# HELP notafter_certificate_not_after_timestamp_seconds When the certificate expires, of several addresses the first.
# TYPE notafter_certificate_not_after_timestamp_seconds gauge
notafter_certificate_not_after_timestamp_seconds{domain="example.com",issuer="Let's Encrypt"} 1796371200
`;

const text = { schema: z.string(), example: textExample };
const metricsAnswer: Answers<unknown> = {
  description: 'The metrics.',
  content: { 'application/json': { schema: wireMetrics }, 'text/plain': text, 'application/openmetrics-text': text },
};

/** Prometheus names every format that it reads; anything else gets the plain one. */
const formatFor = (accept: string | undefined): MetricFormat =>
  accept?.includes('application/openmetrics-text') === true ? 'openmetrics' : 'text';

export const metricsOperation = operation(getMetrics, {
  method: 'get',
  path: '/v1/metrics',
  tag: 'Prometheus',
  summary: 'Get metrics for Prometheus',
  description: `Dates, validity and reachability of each endpoint, and open alerts by rule, in Prometheus' text format; as OpenMetrics if \`Accept\` says so. At most ${METRICS_ENDPOINTS_MAX.toLocaleString('en')} endpoints, by domain: \`notafter_organization_endpoints_omitted\` counts the others. Scrape them in several jobs with \`environment\` or \`tag\`, or with an API key for each.`,
  query: z.object({
    ...prometheusParameters,
    format: z
      .enum(metricFormats, `must be one of ${metricFormats.join(', ')}`)
      .optional()
      .openapi({ description: 'Instead of what `Accept` says.', param: { name: 'format', in: 'query' } }),
  }),
  input: ({ environment, tag }) => ({ environment, tag }),
  answers: metricsAnswer,
  respond: (metrics, { format }, c) => {
    const asked = format ?? formatFor(c.req.header('Accept'));
    return c.body(streamOf(metricsText(familiesOf(metrics), asked)), 200, {
      'Content-Type': metricTypes[asked],
      'Cache-Control': 'private, no-store',
      Vary: 'Accept',
      ...(asked === 'json' ? { 'Content-Disposition': 'inline; filename="metrics.json"' } : {}),
    });
  },
});
