import type { CertificateId } from '@notafter/domain';
import { notify } from '../delivery/notify.ts';
import { endAlerts, ofRules } from './internal/end-alerts.ts';
import type { LedgerContext } from './internal/ledger-context.ts';

/** Ends the alerts of certificates that their CA no longer asks to renew at once. The caller holds the certificates. */
export const endRenewNow = async (ctx: LedgerContext, certificateIds: readonly CertificateId[]): Promise<void> => {
  const ended = await endAlerts(ctx, ofRules(certificateIds, ['renew_now']), { resolution: 'recovered' });
  await notify(ctx, { raised: [], ended });
};
