import { DomainError, isMasked, SECOND_MS } from '@notafter/domain';
import type { TestStatusPageInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { findSettings, storedApiKey } from '../settings/internal/settings-view.ts';

/** Whoever pressed the button hears within the ten seconds after which their browser or client gives up. */
const PATIENCE_MS = 8 * SECOND_MS;

const within = async <Value>(asking: Promise<Value>, ms: number): Promise<Value> => {
  const late = Promise.withResolvers<never>();
  const message = `StatusPage.io gave no answer within ${ms / SECOND_MS} s. Try again later.`;
  const timer = setTimeout(() => late.reject(new DomainError('status_page_failed', { message })), ms);
  try {
    return await Promise.race([asking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Asks Statuspage.io for the page's name; a masked key stands for the stored one. Throws `smart_notifications_plan`,
 * `status_page_failed` with what is wrong, or `rate_limited`.
 */
export const testStatusPage = async (ctx: OrgContext, { url, apiKey: typed }: TestStatusPageInput): Promise<{ pageName: string }> => {
  requirePermission(ctx, 'notifications/test-status-page');
  await throttleOf(ctx).spend('channelTest', ctx.org.id);
  const apiKey = isMasked(typed) ? storedApiKey(ctx, await findSettings(ctx.db, ctx.org.id)) : typed;
  const found = await within(ctx.gateways.statusPages.findName({ url, apiKey }), PATIENCE_MS);
  if ('pageName' in found) return { pageName: found.pageName };
  throw new DomainError('status_page_failed', { message: found.problem });
};
