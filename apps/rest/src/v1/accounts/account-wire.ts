import { z } from '@hono/zod-openapi';
import type { OrganizationId, Role, UserId } from '@notafter/domain';
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

interface Person {
  readonly id: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

export const toWireUser = (user: Person, orgId: OrganizationId): z.infer<typeof wireUser> => ({
  id: user.id,
  org_id: orgId,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  role: user.role,
});
