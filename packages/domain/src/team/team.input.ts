import { z } from 'zod';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../accounts/limits.ts';
import { emailInput } from '../email.input.ts';
import { idInput, lineInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { MEMBER_SEARCH_MAX_LENGTH } from './limits.ts';

const BLANK = 'Please fill out all fields.';
const name = lineInput(NAME_MAX_LENGTH).min(1, BLANK);
const role = z.enum(['admin', 'viewer'], 'must be admin or viewer');
const cursor = z.string().max(1000).nullish();

/** `limit` null: everybody, as a select offers them. `search`: a part of the name or the address, in any case. */
export const listUsersInput = z.object({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).nullable().default(null),
  cursor,
  search: lineInput(MEMBER_SEARCH_MAX_LENGTH).default(''),
});
export type ListUsersInput = z.infer<typeof listUsersInput>;

export const listInvitationsInput = z.object({ limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT), cursor });
export type ListInvitationsInput = z.infer<typeof listInvitationsInput>;

export const inviteUserInput = z.object({ email: emailInput, firstName: name, lastName: name, role: role.default('viewer') });
export type InviteUserInput = z.infer<typeof inviteUserInput>;

export const invitationIdInput = z.object({ id: idInput<'invitation'>() });
export type InvitationIdInput = z.infer<typeof invitationIdInput>;

export const userIdInput = z.object({ id: idInput<'user'>() });
export type UserIdInput = z.infer<typeof userIdInput>;

export const changeRoleInput = z.object({ id: idInput<'user'>(), role });
export type ChangeRoleInput = z.infer<typeof changeRoleInput>;

/** `code` as in the mailed address: `<id>.<HMAC>`. The use case validates its form. */
export const acceptInvitationInput = z.object({
  email: emailInput,
  orgId: idInput<'organization'>(),
  code: z.string().trim().min(1, BLANK).max(200, 'has at most 200 characters'),
  password: z.string().min(1, BLANK).max(PASSWORD_MAX_LENGTH, `has at most ${PASSWORD_MAX_LENGTH} characters`),
});
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInput>;
