import { addMs, type CertificateId, DAY_MS, type DeliveryId, plural } from '@notafter/domain';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { useNow } from '../../../ui/time/now.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { texts } from '../notification-texts.ts';

/** Actions on an alert. Each reports its result and loads the log again. */
export function useAlertActions() {
  const trpc = useTRPC();
  const now = useNow();
  const refresh = [trpc.notifications.log.pathFilter(), trpc.notifications.delivery.pathFilter()];
  const acknowledge = useAction(trpc.notifications.acknowledge.mutationOptions(), {
    done: texts.acknowledged,
    failed: texts.acknowledgeFailed,
    refresh,
  });
  const resend = useAction(trpc.notifications.resend.mutationOptions(), {
    done: 'Sent again',
    failed: 'Failed to send again',
    refresh,
  });
  const snooze = useAction(trpc.notifications.snooze.mutationOptions(), { failed: 'Failed to snooze', refresh });
  const snoozeFor = async (certificateId: CertificateId, domain: string, days: number): Promise<void> => {
    const answer = await snooze.run({ certificateId, until: addMs(now, days * DAY_MS) });
    if (answer !== null) showSuccess(`${domain} is snoozed for ${plural(days, 'day')}`);
  };
  return {
    busy: acknowledge.pending || resend.pending || snooze.pending,
    acknowledge: (id: DeliveryId) => void acknowledge.run({ id }),
    resend: (id: DeliveryId) => void resend.run({ id }),
    snooze: (certificateId: CertificateId, domain: string, days: number) => void snoozeFor(certificateId, domain, days),
  };
}
