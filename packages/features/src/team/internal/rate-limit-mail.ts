import type { OrgContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';

/**
 * Runs a change that mails an address which did not ask for it, limited per person, organization and address. The person's and
 * organization's tries stay spent if the change is refused, since a refusal reveals whether an address has an account.
 */
export const rateLimitMail = async <Result>(ctx: OrgContext, email: string, change: () => Promise<Result>): Promise<Result> => {
  const throttle = throttleOf(ctx);
  if (ctx.actor.via !== 'api-key') await throttle.spend('invitationFromPerson', ctx.actor.userId);
  await throttle.spend('invitationFromOrganization', ctx.org.id);
  await throttle.spend('invitationToAddress', email);
  try {
    return await change();
  } catch (error) {
    await throttle.refund('invitationToAddress', email);
    throw error;
  }
};
