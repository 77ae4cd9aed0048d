import { z } from '@hono/zod-openapi';
import { hasControlCharacters, looksLikeEmail, NAME_MAX_LENGTH, normalizeEmail, PASSWORD_MAX_LENGTH } from '@notafter/domain';

const EMAIL_INPUT_MAX_LENGTH = 1000;

/** Whether PostgreSQL can keep a text. */
export const isStorable = (text: string): boolean => !hasControlCharacters(text) && !/\p{Surrogate}/u.test(text);

/** A required text field of a request body; the messages complete the field's name. */
export const textField = (missing = 'is required') =>
  z.string({ error: (issue) => (issue.input === undefined ? missing : 'must be a text') });

/** A line a person typed: trimmed, not blank, bounded, no control characters and no half surrogate pairs. */
export const lineField = (max: number, missing = 'is required') =>
  textField(missing)
    .trim()
    .min(1, missing)
    .max(max, `has at most ${max} characters`)
    .refine(isStorable, 'contains characters that are not allowed');

/** The sign-up form's message for every blank field. */
const BLANK = 'Please fill out all fields.';

export const nameField = () => lineField(NAME_MAX_LENGTH, BLANK);

export const emailField = () =>
  textField(BLANK)
    .max(EMAIL_INPUT_MAX_LENGTH, 'Please enter a valid email address.')
    .transform(normalizeEmail)
    .refine((email) => looksLikeEmail(email) && isStorable(email), 'Please enter a valid email address.')
    .openapi({ format: 'email' });

/** Any characters: it is hashed and stored nowhere. The effective minimum is the server's setting. */
export const passwordField = () =>
  textField(BLANK).min(1, BLANK).max(PASSWORD_MAX_LENGTH, `has at most ${PASSWORD_MAX_LENGTH} characters`).openapi({ format: 'password' });

/** A request body that refuses fields it does not know: a misspelt one would otherwise be dropped in silence. */
export const strictBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => (issue.code === 'invalid_type' ? 'must be a JSON object' : undefined) });

/** An instant of an answer, ISO 8601 in UTC. */
export const instant = () => z.iso.datetime().openapi({ example: '2026-12-04T08:12:00.000Z' });

/** A row's id in an answer. */
export const rowId = () => z.uuid().openapi({ example: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10' });

/** An instant that a caller gives, with its offset. */
export const instantField = () =>
  z.iso
    .datetime({ offset: true, abort: true, error: 'must be an instant such as 2026-12-04T08:00:00Z' })
    .transform((text) => new Date(text))
    .openapi({ type: 'string', format: 'date-time', example: '2026-12-04T08:00:00Z' });

const ignored = () => z.unknown().optional().openapi({ description: 'Accepted and ignored.' });

/** A strict body that also takes these fields. They are dropped, so that none can reach a use case. */
export function bodyIgnoring<Shape extends z.core.$ZodLooseShape>(
  names: readonly string[],
  shape: Shape,
): z.ZodType<z.output<ReturnType<typeof strictBody<Shape>>>>;
export function bodyIgnoring(names: readonly string[], shape: z.core.$ZodLooseShape): z.ZodType {
  return strictBody({ ...Object.fromEntries(names.map((name) => [name, ignored()])), ...shape }).transform((body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape, name))),
  );
}

/** A body that saves what `answer` shows: every field of an answer can be sent back, and those it cannot change are ignored. */
export const savedBody = <Shape extends z.core.$ZodLooseShape>(answer: z.ZodObject, shape: Shape, alsoIgnored: readonly string[] = []) =>
  bodyIgnoring([...Object.keys(answer.shape), ...alsoIgnored], shape);

/** Older clients send these from their sign-up and sign-in forms. */
const OLD_FORM_FIELDS = ['confirm_password', 'remember', 'company'];

/** The body of a sign-up, a sign-in or a new password. */
export const accountBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => bodyIgnoring(OLD_FORM_FIELDS, shape);
