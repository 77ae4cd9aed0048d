import { cleanLine } from '@notafter/domain';
import type { EndpointMetrics, Metrics } from '@notafter/features';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** All samples of one name, which Prometheus wants together. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly samples: Iterable<Sample>;
}

const LABEL_MAX_LENGTH = 200;
const label = (text: string): string => cleanLine(text, LABEL_MAX_LENGTH);
const seconds = (at: Date | null): number | null => (at === null ? null : at.getTime() / 1000);
const flag = (is: boolean | null): number | null => (is === null ? null : Number(is));

type Figure = (endpoint: EndpointMetrics) => number | null;

const placeOf = ({ domain, environment, collector }: EndpointMetrics): Labels => ({
  domain: label(domain),
  ...(collector === null ? {} : { collector: label(collector) }),
  ...(environment === null ? {} : { environment: label(environment) }),
});

/** The issuer is only on the dates: it changes with the certificate, and would end the other series. */
const withIssuer = (endpoint: EndpointMetrics): Labels => ({
  ...placeOf(endpoint),
  ...(endpoint.issuer === null ? {} : { issuer: label(endpoint.issuer) }),
});

const withDeployment = (endpoint: EndpointMetrics): Labels => ({
  ...placeOf(endpoint),
  ...(endpoint.deploymentState === null ? {} : { state: endpoint.deploymentState }),
});

function* samplesOf(
  endpoints: readonly EndpointMetrics[],
  labelsOf: (endpoint: EndpointMetrics) => Labels,
  figureOf: Figure,
): Generator<Sample> {
  for (const endpoint of endpoints) {
    const value = figureOf(endpoint);
    if (value !== null) yield { labels: labelsOf(endpoint), value };
  }
}

/** Every metric of an organization. All of them are gauges. */
export const familiesOf = ({ endpoints, total, openAlerts }: Metrics): readonly MetricFamily[] => {
  const family = (name: string, help: string, figureOf: Figure, labelsOf = placeOf): MetricFamily => ({
    name,
    help,
    // Made again by each reader, so that no text of all samples is in memory.
    samples: { [Symbol.iterator]: () => samplesOf(endpoints, labelsOf, figureOf) },
  });
  return [
    family(
      'notafter_certificate_not_after_timestamp_seconds',
      'When the certificate expires, of several addresses the first.',
      ({ notAfter }) => seconds(notAfter),
      withIssuer,
    ),
    family(
      'notafter_certificate_not_before_timestamp_seconds',
      'When the certificate begins to be valid.',
      ({ notBefore }) => seconds(notBefore),
      withIssuer,
    ),
    family('notafter_certificate_valid', 'Whether dates, chain, host name and key of the certificate are right.', ({ valid }) =>
      flag(valid),
    ),
    family('notafter_endpoint_up', 'Whether the last check reached the endpoint.', ({ up }) => flag(up)),
    family('notafter_last_check_timestamp_seconds', 'When the endpoint was last checked.', ({ lastCheckedAt }) => seconds(lastCheckedAt)),
    family('notafter_renewal_late', 'Whether the certificate is past the time of its renewal.', ({ renewalLate }) => flag(renewalLate)),
    family(
      'notafter_deployment_state',
      'Endpoints that serve another certificate than files, uploads and other servers have, by state; none if all agree.',
      ({ deploymentState }) => (deploymentState === null ? null : 1),
      withDeployment,
    ),
    {
      name: 'notafter_organization_alerts_open',
      help: 'Number of open alerts by rule.',
      samples: openAlerts.map(({ rule, count }) => ({ labels: { rule }, value: count })),
    },
    {
      name: 'notafter_organization_endpoints',
      help: 'Number of endpoints that match.',
      samples: [{ labels: {}, value: total }],
    },
    {
      name: 'notafter_organization_endpoints_omitted',
      help: 'Number of endpoints beyond the limit of one response.',
      samples: [{ labels: {}, value: total - endpoints.length }],
    },
  ];
};
