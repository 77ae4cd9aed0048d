import { z } from '@hono/zod-openapi';
import { cleanLine } from '@notafter/domain';
import { listScrapeTargets, type OrgContext, type PageEnd, type ScrapeTarget, type ScrapeTargetPage } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { orgOf } from '../../../rest-environment.ts';
import { answers } from '../../../wire/media.ts';
import { streamOf } from '../../../wire/paged-file.ts';
import { prometheusParameters } from './metrics.ts';

const LABEL_MAX_LENGTH = 300;

const wireTargets = z
  .array(
    z.object({
      targets: z
        .array(z.string())
        .openapi({ description: '`host:port`, or the address that the endpoint names.', example: ['example.com:443'] }),
      labels: z.record(z.string(), z.string()).openapi({
        description:
          '`__meta_notafter_` with `id`, `domain`, `host`, `port`, `protocol`, `server_name`, `environment`, `collector`, and `tag_<name>` for each tag. Characters that labels cannot have become `_`.',
        example: { __meta_notafter_domain: 'example.com', __meta_notafter_tag_team: 'web' },
      }),
    }),
  )
  .openapi('PrometheusTargets');

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
/** As Prometheus' own discoveries write names of tags and labels. */
const labelName = (name: string): string => `__meta_notafter_tag_${name.replaceAll(/[^a-zA-Z0-9_]/g, '_')}`;

const groupOf = (target: ScrapeTarget) => {
  const { id, domain, host, port, protocol, servername, address, environment, collector, tags } = target;
  const labels: Record<string, string> = {
    // A name that becomes another tag's name gives way to the first one.
    ...Object.fromEntries(
      Object.entries(tags)
        .toReversed()
        .map(([name, value]) => [labelName(name), value]),
    ),
    __meta_notafter_id: id,
    __meta_notafter_domain: domain,
    __meta_notafter_host: host,
    __meta_notafter_port: String(port),
    __meta_notafter_protocol: protocol,
    __meta_notafter_server_name: servername ?? host,
    ...(environment === null ? {} : { __meta_notafter_environment: environment }),
    ...(collector === null ? {} : { __meta_notafter_collector: collector }),
  };
  return {
    targets: [`${bracketed(address ?? host)}:${port}`],
    labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, cleanLine(value, LABEL_MAX_LENGTH)])),
  };
};

async function* textOf(first: ScrapeTargetPage, next: (after: PageEnd) => Promise<ScrapeTargetPage>): AsyncGenerator<string> {
  yield '[';
  for (let page = first, isFirst = true; ; page = await next(page.nextAfter), isFirst = false) {
    const rows = page.targets.map((target) => JSON.stringify(groupOf(target))).join(',\n');
    yield `${isFirst || rows === '' ? '' : ',\n'}${rows}`;
    if (page.nextAfter === null) break;
  }
  yield ']\n';
}

const nextOf =
  (org: OrgContext, filter: { readonly environment?: string | undefined; readonly tag?: string | undefined }) =>
  (after: PageEnd): Promise<ScrapeTargetPage> =>
    listScrapeTargets(org, { ...filter, after });

export const targetsOperation = operation(listScrapeTargets, {
  method: 'get',
  path: '/v1/prometheus/targets',
  tag: 'Prometheus',
  summary: 'List targets for Prometheus',
  description:
    'Every endpoint for `http_sd_configs`, by domain, streamed. The same JSON is a file for `file_sd_configs`. To probe with the blackbox exporter what we monitor.',
  query: z.object(prometheusParameters),
  input: ({ environment, tag }) => ({ environment, tag, after: undefined }),
  answers: answers<unknown>('One group for each endpoint.', wireTargets),
  respond: (first, { environment, tag }, c) =>
    c.body(streamOf(textOf(first, nextOf(orgOf(c), { environment, tag }))), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-store',
      'Content-Disposition': 'inline; filename="notafter-targets.json"',
    }),
});
