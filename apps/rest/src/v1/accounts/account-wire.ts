import { z } from '@hono/zod-openapi';
import type { OrganizationId, SessionUser } from '@notafter/domain';
import { rowId } from '../../wire/fields.ts';

export const wireUser = z
  .object({
    id: rowId(),
    org_id: rowId(),
    email: z.string().openapi({ example: 'ada@example.com' }),
    first_name: z.string().openapi({ example: 'Ada' }),
    last_name: z.string().openapi({ example: 'Lovelace' }),
    role: z.enum(['admin', 'viewer']),
  })
  .openapi('User');

export const signedInAnswer = {
  description: 'Signed in.',
  headers: { 'Set-Cookie': { description: 'The session.', schema: { type: 'string' as const } } },
  content: { 'application/json': { schema: z.object({ user: wireUser }).openapi('SignedIn') } },
};

/** A session's user does not know their organization. */
export const signedInUser = (user: SessionUser, orgId: OrganizationId) => ({ user: { ...user, orgId } });
