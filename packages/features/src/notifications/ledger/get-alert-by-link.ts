import type { AlertLinkInput } from '@notafter/domain/inputs';
import type { RequestContext } from '../../context.ts';
import { type LinkedAlert, openAlertLink, toLinkedAlert } from './internal/linked-alert.ts';

/**
 * Returns the alert of a link. Changes nothing, because mail scanners open every link. Throws `link_invalid`, `not_found` or
 * `rate_limited`.
 */
export const getAlertByLink = async (ctx: RequestContext, { token }: AlertLinkInput): Promise<LinkedAlert> =>
  toLinkedAlert(await openAlertLink(ctx, token), ctx.clock.now());
