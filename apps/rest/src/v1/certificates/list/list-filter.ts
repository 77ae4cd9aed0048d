import { z } from '@hono/zod-openapi';
import { certificateStatuses, endpointProtocols, TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from '@notafter/domain';
import type { CertificateListFilter, ListCertificatesInput } from '@notafter/domain/inputs';
import type { Given } from '../../../wire/names.ts';
import { instantParameter, searchParameter, wireId } from '../../../wire/parameters.ts';

const SEARCH_MAX_LENGTH = 200;
const TAG_MAX_LENGTH = TAG_NAME_MAX_LENGTH + 1 + TAG_VALUE_MAX_LENGTH;
const NAME_MAX_LENGTH = 100;
const DOMAIN_MAX_LENGTH = 300;

const statuses = ['all', ...certificateStatuses, 'unreachable', 'healthy'] as const;
const STATUS_MESSAGE = `must be one of ${statuses.join(', ')}`;
const known = z.enum(statuses);

/** One status, or several: separated by commas, or the parameter given several times. */
const statusParameter = z
  .union([z.string(), z.array(z.string())])
  .transform((given, context) => {
    const parsed = z.array(known).safeParse([given].flat().flatMap((text) => text.split(',')));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: STATUS_MESSAGE });
    return z.NEVER;
  })
  .optional()
  .openapi({
    type: 'string',
    description: `One of ${statuses.join(', ')}, or several separated by commas: certificates with any of them. \`healthy\` is an older word for \`valid\`.`,
    example: 'expired,critical',
    param: { name: 'status', in: 'query' },
  });

/** Filters of a list and an export. */
export const filterParameters = {
  search: searchParameter(
    SEARCH_MAX_LENGTH,
    'Part of the domain or of the issuer; also `tag:production`, `tag:team=web`, `env:`, `owner:`, `team:`, `source:`, `issuer:`, `domain:`, `renewal:late` or `renewal:due`, `protocol:smtp`, `collector:"Vault network"`, `deploy:not-reloaded`, and `expires:<30d` or `expires:>=2027-01-31`, with quotation marks around values that hold blanks.',
  ),
  status: statusParameter,
  domain: searchParameter(
    DOMAIN_MAX_LENGTH,
    'This endpoint and no other, as it is added: `example.com` or `example.com:8443`, in any case.',
    'domain',
  ),
  protocol: z
    .enum(endpointProtocols, `must be one of ${endpointProtocols.join(', ')}`)
    .optional()
    .openapi({ description: 'Endpoints of one protocol. `tls` is TLS from the first byte.', param: { name: 'protocol', in: 'query' } }),
  issuer: searchParameter(SEARCH_MAX_LENGTH, 'The whole `issuer`, in any case.', 'issuer'),
  environment_id: wireId<'environment'>('must be given once')
    .optional()
    .openapi({ format: 'uuid', description: 'Certificates of one environment.', param: { name: 'environment_id', in: 'query' } }),
  environment: searchParameter(NAME_MAX_LENGTH, 'The whole name of an environment, in any case.', 'environment'),
  tag: searchParameter(TAG_MAX_LENGTH, "A tag's value, its name, or `name=value`, whole and in any case.", 'tag'),
  expires_before: instantParameter('expires_before', 'Certificates that expire before this instant. A day means its first instant in UTC.'),
  updated_since: instantParameter(
    'updated_since',
    'Certificates whose `updated_at` is this instant or a later one. Take the start of your last read: a change may be committed after a later one.',
  ),
};

type Parameters = Given<{ readonly [Name in keyof typeof filterParameters]?: z.infer<(typeof filterParameters)[Name]> }>;

const statusOf = (given: Parameters['status']): Pick<CertificateListFilter, 'status' | 'statuses'> => {
  const asked = [...new Set((given ?? ['all']).map((status) => (status === 'healthy' ? ('valid' as const) : status)))];
  const [first = 'all'] = asked;
  if (asked.length === 1) return { status: first };
  return asked.includes('all') ? { status: 'all' } : { status: 'all', statuses: asked.filter((status) => status !== 'all') };
};

/** A blank filter is none. */
export const toFilter = (parameters: Parameters): CertificateListFilter => ({
  ...statusOf(parameters.status),
  search: parameters.search ?? '',
  environmentId: parameters.environmentId,
  environment: parameters.environment || undefined,
  tag: parameters.tag || undefined,
  domain: parameters.domain || undefined,
  protocol: parameters.protocol,
  issuer: parameters.issuer || undefined,
  expiresBefore: parameters.expiresBefore,
  updatedSince: parameters.updatedSince,
});

const SORT_MESSAGE = 'must be expiration_date, domain or issuer';

/** The order of a list; an export is always by domain. */
export const orderParameters = {
  sort: z
    .enum(['expiration_date', 'domain', 'issuer'], SORT_MESSAGE)
    .optional()
    .openapi({ description: 'By `expiration_date` when left out.', param: { name: 'sort', in: 'query' } }),
  order: z
    .enum(['asc', 'desc'], 'must be asc or desc')
    .optional()
    .openapi({
      description: '`asc` when left out. Certificates never seen come last by `expiration_date`, first by `issuer`.',
      param: { name: 'order', in: 'query' },
    }),
};

type Order = { readonly [Name in keyof typeof orderParameters]?: z.infer<(typeof orderParameters)[Name]> };

export const toOrder = ({ sort, order = 'asc' }: Order): Pick<ListCertificatesInput, 'sort' | 'order'> => ({
  sort: sort === undefined || sort === 'expiration_date' ? 'expires' : sort,
  order,
});
