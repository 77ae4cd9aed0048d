import { z } from 'zod';
import { NAME_MAX_LENGTH } from '../accounts/limits.ts';
import { normalizeEmail } from '../accounts/registration/email.ts';
import { emailInput } from '../email.input.ts';
import { lineInput } from '../id.input.ts';
import { ORGANIZATION_NAME_MAX_LENGTH, PROFILE_LINE_MAX_LENGTH } from './profile-limits.ts';

const name = lineInput(NAME_MAX_LENGTH).min(1, 'Please fill out all fields.');

export const updateProfileInput = z.object({
  firstName: name,
  lastName: name,
  email: emailInput,
  company: lineInput(PROFILE_LINE_MAX_LENGTH),
  position: lineInput(PROFILE_LINE_MAX_LENGTH),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

/** The token of a mailed link; its form is judged by the use case. */
export const emailChangeLinkInput = z.object({ token: z.string().min(1).max(200) });
export type EmailChangeLinkInput = z.infer<typeof emailChangeLinkInput>;

export const updateOrganizationInput = z.object({ name: lineInput(ORGANIZATION_NAME_MAX_LENGTH).min(1, 'Enter a name.') });
export type UpdateOrganizationInput = z.infer<typeof updateOrganizationInput>;

/** The person's own address, typed: leaving deletes their account. */
export const leaveOrganizationInput = z.object({ email: z.string().max(1000).transform(normalizeEmail) });
export type LeaveOrganizationInput = z.infer<typeof leaveOrganizationInput>;
