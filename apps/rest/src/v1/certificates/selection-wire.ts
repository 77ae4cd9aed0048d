import { z } from '@hono/zod-openapi';
import { certificateStatuses, DomainError } from '@notafter/domain';
import { type CertificateSelection, SELECTION_MAX } from '@notafter/domain/inputs';
import { isStorable, strictBody, textField } from '../../wire/fields.ts';
import { wireId } from '../../wire/parameters.ts';

const SEARCH_MAX_LENGTH = 200;
const statuses = ['all', ...certificateStatuses, 'unreachable', 'healthy'] as const;

// An empty list is refused: it must not mean everything.
const IDS_MESSAGE = `must be a list of 1 to ${SELECTION_MAX} ids`;

/** A bulk action knows one status, unlike the lists: what it does not read must be refused, or it would widen the selection. */
const filter = strictBody({
  search: textField()
    .trim()
    .max(SEARCH_MAX_LENGTH, `has at most ${SEARCH_MAX_LENGTH} characters`)
    .refine(isStorable, 'contains characters that are not allowed')
    .optional()
    .openapi({ description: 'As the `search` of the list.', example: 'tag:team=web' }),
  status: z
    .enum(statuses, `must be one of ${statuses.join(', ')}`)
    .optional()
    .openapi({ description: '`healthy` is an older word for `valid`.', example: 'expired' }),
});

/** Which certificates a bulk action means. */
export const selectionShape = {
  ids: z
    .array(wireId<'certificate'>('must be an id'), IDS_MESSAGE)
    .min(1, IDS_MESSAGE)
    .max(SELECTION_MAX, IDS_MESSAGE)
    .optional()
    .openapi({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      description: 'These certificates. Ids of certificates that are not yours are skipped.',
    }),
  filter: filter.optional().openapi({ description: 'Every certificate that `GET /v1/certificates` lists for it; `{}` selects all.' }),
};

const selectionBody = strictBody(selectionShape);

/** Returns the selection of a body; null for neither field. Throws `invalid_input` for both. */
export const toSelection = (body: Pick<z.infer<typeof selectionBody>, 'ids' | 'filter'>): CertificateSelection | null => {
  if (body.ids !== undefined && body.filter !== undefined) {
    throw new DomainError('invalid_input', { details: [{ path: 'filter', message: 'Send either ids or filter.' }] });
  }
  if (body.ids !== undefined) return { ids: body.ids };
  if (body.filter === undefined) return null;
  const { search = '', status = 'all' } = body.filter;
  return { filter: { search, status: status === 'healthy' ? 'valid' : status } };
};
