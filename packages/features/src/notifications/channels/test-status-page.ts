import { DomainError, isMasked, SECOND_MS } from '@notafter/domain';
import { testStatusPageInput } from '@notafter/domain/inputs';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { findSettings, storedApiKey } from '../settings/internal/settings-view.ts';

/** Below the ten seconds after which browsers and clients give up. */
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
 * Reads the page's name from Statuspage.io; a masked key means the stored one. Throws `smart_notifications_plan`,
 * `status_page_failed` with the reason, or `rate_limited`.
 */
export const testStatusPage = useCase({
  name: 'notifications/test-status-page',
  access: 'admin',
  plan: 'smartNotifications',
  input: testStatusPageInput,
})(async (ctx, { url, apiKey: typed }): Promise<{ pageName: string }> => {
  await throttleOf(ctx).spend('channelTest', ctx.org.id);
  const apiKey = isMasked(typed) ? storedApiKey(ctx, await findSettings(ctx.db, ctx.org.id)) : typed;
  const found = await within(ctx.gateways.statusPages.findName({ url, apiKey }), PATIENCE_MS);
  if ('pageName' in found) return { pageName: found.pageName };
  throw new DomainError('status_page_failed', { message: found.problem });
});
