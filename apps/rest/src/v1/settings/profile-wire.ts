import { z } from '@hono/zod-openapi';
import { hasControlCharacters, NAME_MAX_LENGTH, PROFILE_LINE_MAX_LENGTH } from '@notafter/domain';
import type { ProfileView } from '@notafter/features';
import { emailField, lineField, savedBody } from '../../wire/fields.ts';

const blankable = () =>
  z
    .string('must be a text')
    .trim()
    .max(PROFILE_LINE_MAX_LENGTH, `has at most ${PROFILE_LINE_MAX_LENGTH} characters`)
    .refine((text) => !hasControlCharacters(text), 'contains characters that are not allowed')
    .nullish();

export const wireProfile = z
  .object({
    first_name: z.string().openapi({ example: 'Ada' }),
    last_name: z.string().openapi({ example: 'Lovelace' }),
    email: z.string().openapi({ description: 'The address in force.', example: 'ada@example.com' }),
    pending_email: z
      .string()
      .nullable()
      .openapi({ description: 'An address that is not yet confirmed from both mailboxes; null without one.', example: null }),
    company: z.string().openapi({ example: 'Example Ltd' }),
    position: z.string().openapi({ example: 'Platform engineer' }),
  })
  .openapi('Profile');

export const profileBody = savedBody(
  wireProfile,
  {
    first_name: lineField(NAME_MAX_LENGTH),
    last_name: lineField(NAME_MAX_LENGTH),
    email: emailField(),
    company: blankable(),
    position: blankable(),
  },
  ['current_password', 'confirm_password', 'remember'],
).openapi('NewProfile');

/** A profile shows the pending address alone. */
export const profileOf = ({ pendingEmail, ...profile }: ProfileView) => ({ ...profile, pendingEmail: pendingEmail?.email ?? null });
