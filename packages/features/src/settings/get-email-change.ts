import { emailChangeLinkInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { getLinkedEmailChange } from './internal/email-change.ts';
import { type EmailChangeView, toEmailChangeView } from './internal/email-change-view.ts';

/**
 * Returns the change that a mailed link would confirm. Uses nothing up, since mail scanners open every link. Throws
 * `link_invalid`.
 */
export const getEmailChange = useCase({
  name: 'settings/get-email-change',
  access: 'anyone',
  input: emailChangeLinkInput,
})(async (ctx, { token }): Promise<EmailChangeView> => toEmailChangeView(await getLinkedEmailChange(ctx, token)));
