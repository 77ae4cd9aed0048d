import { z } from '@hono/zod-openapi';
import { instant, rowId } from '../../wire/fields.ts';
import { idParameter } from '../../wire/parameters.ts';

export const userParameters = z.object({ id: idParameter<'user'>('The member.') });
export const invitationParameters = z.object({ id: idParameter<'invitation'>('The invitation.') });

export const roleField = () => z.enum(['admin', 'viewer'], 'must be admin or viewer');

export const wireMember = z
  .object({
    id: rowId(),
    email: z.string().openapi({ example: 'grace@example.com' }),
    first_name: z.string().openapi({ example: 'Grace' }),
    last_name: z.string().openapi({ example: 'Hopper' }),
    role: roleField(),
    created_at: instant(),
    org_id: rowId(),
  })
  .openapi('TeamMember');

export const wireSeats = z
  .object({
    members: z.int(),
    invited: z.int().openapi({ description: 'Open invitations; each takes a seat.' }),
    limit: z.int().nullable().openapi({ description: 'null: any number.', example: 5 }),
  })
  .openapi('Seats');

export const wireInvitation = z
  .object({
    id: rowId(),
    email: z.string().openapi({ example: 'maren@example.com' }),
    first_name: z.string().openapi({ example: 'Maren' }),
    last_name: z.string().openapi({ example: 'Voss' }),
    role: roleField(),
    created_at: instant(),
    expires_at: instant(),
    state: z.enum(['pending', 'expired']).openapi({ description: 'An expired one takes no seat; sending it again restarts its validity.' }),
  })
  .openapi('Invitation');

/** Response of sending an invitation, the first time or again. */
export const invitationAnswer = z.object({ message: z.string(), invitation: wireInvitation }).openapi('InvitationAnswer');
