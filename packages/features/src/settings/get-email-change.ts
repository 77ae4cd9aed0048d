import type { EmailChangeLinkInput } from '@notafter/domain/inputs';
import type { RequestContext } from '../context.ts';
import { getLinkedEmailChange } from './internal/email-change.ts';
import { type EmailChangeView, toEmailChangeView } from './internal/email-change-view.ts';

/**
 * Returns the change that a mailed link would confirm. Uses nothing up, since mail scanners open every link. Throws
 * `link_invalid`.
 */
export const getEmailChange = async (ctx: RequestContext, { token }: EmailChangeLinkInput): Promise<EmailChangeView> =>
  toEmailChangeView(await getLinkedEmailChange(ctx, token));
