import { z } from '@hono/zod-openapi';
import { hasControlCharacters, NAME_MAX_LENGTH, PROFILE_LINE_MAX_LENGTH } from '@notafter/domain';
import type { UpdateProfileInput } from '@notafter/domain/inputs';
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

export const profileExample = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  company: 'Example Ltd',
  position: 'Platform engineer',
};

export const toProfileInput = (body: z.infer<typeof profileBody>): UpdateProfileInput => ({
  firstName: body.first_name,
  lastName: body.last_name,
  email: body.email,
  company: body.company ?? '',
  position: body.position ?? '',
});

export const toWireProfile = (profile: ProfileView): z.infer<typeof wireProfile> => ({
  first_name: profile.firstName,
  last_name: profile.lastName,
  email: profile.email,
  pending_email: profile.pendingEmail?.email ?? null,
  company: profile.company,
  position: profile.position,
});
