import { alertLinkInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { type LinkedAlert, openAlertLink, toLinkedAlert } from './internal/linked-alert.ts';

/**
 * Returns the alert of a link. Changes nothing, because mail scanners open every link. Throws `link_invalid`, `not_found` or
 * `rate_limited`.
 */
export const getAlertByLink = useCase({
  name: 'notifications/get-alert-by-link',
  access: 'anyone',
  input: alertLinkInput,
})(async (ctx, { token }): Promise<LinkedAlert> => toLinkedAlert(await openAlertLink(ctx, token), ctx.clock.now()));
