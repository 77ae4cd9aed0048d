import { addMs, type CertificateId, DAY_MS, type DeliveryId, plural } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useNow } from '../../../ui/time/now.tsx';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import { texts } from '../notification-texts.ts';

/** Actions on an alert. Each reports its result and reloads the log. */
export function useAlertActions() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const now = useNow();
  const acknowledge = useMutation(trpc.notifications.acknowledge.mutationOptions());
  const resend = useMutation(trpc.notifications.resend.mutationOptions());
  const snooze = useMutation(trpc.notifications.snooze.mutationOptions());

  const attempt = async (action: Promise<unknown>, done: string, failed: string): Promise<void> => {
    try {
      await action;
      showSuccess(done);
    } catch (error) {
      showError(failureText(error, failed));
    }
    const { log, delivery } = trpc.notifications;
    await Promise.all([log, delivery].map((procedure) => queries.invalidateQueries(procedure.pathFilter())));
  };

  return {
    busy: acknowledge.isPending || resend.isPending || snooze.isPending,
    acknowledge: (id: DeliveryId) => void attempt(acknowledge.mutateAsync({ id }), texts.acknowledged, texts.acknowledgeFailed),
    resend: (id: DeliveryId) => void attempt(resend.mutateAsync({ id }), 'Sent again', 'Failed to send again'),
    snooze: (certificateId: CertificateId, domain: string, days: number) =>
      void attempt(
        snooze.mutateAsync({ certificateId, until: addMs(now, days * DAY_MS) }),
        `${domain} is snoozed for ${plural(days, 'day')}`,
        'Failed to snooze',
      ),
  };
}
