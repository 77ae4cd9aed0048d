import { z } from '@hono/zod-openapi';
import { certificateStatuses, TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from '@notafter/domain';
import type { CertificateListFilter } from '@notafter/domain/inputs';
import { searchParameter, wireId } from '../../wire/parameters.ts';

const SEARCH_MAX_LENGTH = 200;
const TAG_MAX_LENGTH = TAG_NAME_MAX_LENGTH + 1 + TAG_VALUE_MAX_LENGTH;

const statuses = ['all', ...certificateStatuses, 'unreachable', 'healthy'] as const;

/** What narrows a list and an export. */
export const filterParameters = {
  search: searchParameter(
    SEARCH_MAX_LENGTH,
    'Part of the domain or of the issuer; also `tag:production`, `tag:team=web`, `env:`, `owner:`, `team:`, `source:`, `issuer:`, `domain:` and `expires:<30d` or `expires:>=2027-01-31`, with quotation marks around values that hold blanks.',
  ),
  status: z
    .enum(statuses, `must be one of ${statuses.join(', ')}`)
    .optional()
    .openapi({ description: '`healthy` is an older word for `valid`.', param: { name: 'status', in: 'query' } }),
  environment_id: wireId<'environment'>('must be given once')
    .optional()
    .openapi({ format: 'uuid', description: 'Certificates of one environment.', param: { name: 'environment_id', in: 'query' } }),
  tag: searchParameter(TAG_MAX_LENGTH, "A tag's value, its name, or `name=value`, whole and in any case.", 'tag'),
};

type Parameters = { readonly [Name in keyof typeof filterParameters]?: z.infer<(typeof filterParameters)[Name]> };

export const toFilter = ({ search, status, environment_id, tag }: Parameters): CertificateListFilter => ({
  search: search ?? '',
  status: status === 'healthy' ? 'valid' : (status ?? 'all'),
  environmentId: environment_id,
  tag: tag || undefined,
});
