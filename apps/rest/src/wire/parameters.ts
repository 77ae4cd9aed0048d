import { z } from '@hono/zod-openapi';
import { brandId, hasControlCharacters, type Id, isUuid } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@notafter/domain/inputs';

const TOKEN_MAX_LENGTH = 200;
const CURSOR_MAX_LENGTH = 1000;

/** A row's id in a path. The operation's hook turns a text of another form into its 404. */
export const idParameter = <Kind extends string>(description: string) =>
  z
    .string()
    .refine(isUuid)
    .transform((text): Id<Kind> => brandId(text.toLowerCase()))
    .openapi({ format: 'uuid', description, example: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10' });

/** The token at the end of a mailed link; whether it is genuine is the use case's to say. */
export const tokenParameter = () =>
  z
    .string()
    .max(TOKEN_MAX_LENGTH)
    .openapi({ description: 'The token at the end of the mailed link.', example: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10.Yx3k' });

const LIMIT_MESSAGE = `must be a whole number from 1 to ${LIST_LIMIT_MAX}`;

const repeated = 'must be given once';

const limitOf = () =>
  z
    .string(repeated)
    .regex(/^\d{1,4}$/, LIMIT_MESSAGE)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LIST_LIMIT_MAX, LIMIT_MESSAGE)
    .optional();
const limitTexts = (description: string) => ({
  type: 'integer' as const,
  minimum: 1,
  maximum: LIST_LIMIT_MAX,
  description,
  param: { name: 'limit', in: 'query' as const },
});

/** `limit` of a list that is answered whole without it. */
export const openLimitParameter = (description: string) => limitOf().openapi(limitTexts(description));

/** `limit` of a paged list; `rows` names what a page has, in the plural. */
export const limitParameter = (rows: string, byDefault: number = LIST_LIMIT_DEFAULT) =>
  limitOf()
    .transform((limit = byDefault) => limit)
    .openapi(limitTexts(`${rows} a page, ${byDefault} by default.`));

/** `cursor` of a paged list: opaque, from an earlier answer. */
export const cursorParameter = () =>
  z
    .string(repeated)
    .min(1, 'must not be empty')
    .max(CURSOR_MAX_LENGTH, `has at most ${CURSOR_MAX_LENGTH} characters`)
    .optional()
    .openapi({ description: 'The `next_cursor` of the answer before.', param: { name: 'cursor', in: 'query' } });

/** Free text of a filter. */
export const searchParameter = (max: number, description: string, name = 'search') =>
  z
    .string(repeated)
    .trim()
    .max(max, `has at most ${max} characters`)
    .refine((text) => !hasControlCharacters(text), 'contains characters that are not allowed')
    .optional()
    .openapi({ description, param: { name, in: 'query' } });

const INSTANT_MESSAGE = 'must be a day such as 2027-01-31, or an instant such as 2027-01-31T08:00:00Z';
const instantForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A year with four digits: PostgreSQL reads neither the year 0 nor how JavaScript writes longer ones. */
const isStorable = (text: string): boolean => /^(?!0000)\d{4}-/.test(new Date(text).toISOString());

/** A day that its month does not have would roll over into the next. */
const isInstant = (text: string): boolean => {
  const midnight = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (!instantForm.test(text) || Number.isNaN(midnight) || Number.isNaN(Date.parse(text))) return false;
  return new Date(midnight).toISOString().startsWith(text.slice(0, 10)) && isStorable(text);
};

/** An instant of a filter, ISO 8601; a day alone is its first instant in UTC. */
export const instantParameter = (name: string, description: string) =>
  z
    .string(repeated)
    .refine(isInstant, INSTANT_MESSAGE)
    .transform((text) => new Date(text))
    .optional()
    .openapi({ type: 'string', format: 'date-time', description, param: { name, in: 'query' } });

/** `limit` and `cursor` of a list; `rows` names what a page has, in the plural. */
export const pageParameters = (rows: string, byDefault?: number) => ({ limit: limitParameter(rows, byDefault), cursor: cursorParameter() });

/** `limit` and `cursor` of a list that was answered whole before it had pages: without either, it still is. */
export const laterPageParameters = (rows: string) => ({
  limit: openLimitParameter(
    `${rows} a page. Without \`limit\` and \`cursor\` all are answered; with \`cursor\` alone ${LIST_LIMIT_DEFAULT}.`,
  ),
  cursor: cursorParameter(),
});

export const nextCursor = () => z.string().nullable().openapi({ description: 'Send it as `cursor` for the next page; null on the last.' });

/** An id in a body or a query, where a wrong one is bad input rather than a missing row. `required` says what is asked for. */
export const wireId = <Kind extends string>(required: string) =>
  z
    .string(required)
    .refine(isUuid, 'is not a valid id')
    .transform((id): Id<Kind> => brandId(id.toLowerCase()));
