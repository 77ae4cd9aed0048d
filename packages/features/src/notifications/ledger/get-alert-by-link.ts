import type { AlertLinkInput } from '@notafter/domain/inputs';
import type { RequestContext } from '../../context.ts';
import { type LinkedAlert, openAlertLink, toLinkedAlert } from './internal/linked-alert.ts';

/**
 * What a link in an alert leads to. It changes nothing: scanners of mail open every link. Throws `link_invalid`, `not_found`
 * or `rate_limited`.
 */
export const getAlertByLink = async (ctx: RequestContext, { token }: AlertLinkInput): Promise<LinkedAlert> =>
  toLinkedAlert(await openAlertLink(ctx, token), ctx.clock.now());
