import { z } from 'zod';
import { idInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { isQueueChannel } from '../notifications/delivery/delivery.ts';
import { assignablePlans } from '../plans/plans.ts';

const page = {
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(1000).optional(),
};

export const listOrganizationsInput = z.object({ search: z.string().trim().max(200).default(''), ...page });
export type ListOrganizationsInput = z.infer<typeof listOrganizationsInput>;

export const listAdminActivityInput = z.object(page);

export const organizationIdInput = z.object({ id: idInput<'organization'>() });

export const disableOrganizationInput = organizationIdInput.extend({ disabled: z.boolean() });

/** The queue of a channel or of a webhook endpoint, as `listFailingChannels` names it. */
export const queueInput = z.string().max(100).refine(isQueueChannel, 'is not a queue');
export const resendDeadLettersInput = organizationIdInput.extend({ queue: queueInput });

export const ORGANIZATION_LIMIT_MAX = 1_000_000_000;
/** Null returns to the plan's own; left out, it stays. */
const limit = z.int().min(0).max(ORGANIZATION_LIMIT_MAX).nullable().optional();
export const updateOrganizationPlanInput = organizationIdInput.extend({
  plan: z.enum(assignablePlans),
  certificateLimit: limit,
  userLimit: limit,
});
