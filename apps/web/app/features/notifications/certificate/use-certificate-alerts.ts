import { type AlertDayRuleId, addMs, type CertificateId, DAY_MS } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useNow } from '../../../ui/time/now.tsx';
import { showError } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';

/** Alerts and alert days of one certificate, with actions on them. Each action returns whether it succeeded. */
export function useCertificateAlerts(certificateId: CertificateId) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const now = useNow();
  const alerts = useQuery(trpc.notifications.certificateAlerts.queryOptions({ certificateId }));
  const snooze = useMutation(trpc.notifications.snooze.mutationOptions());
  const unsnooze = useMutation(trpc.notifications.unsnooze.mutationOptions());
  const saveRule = useMutation(trpc.notifications.saveDayRule.mutationOptions());
  const removeRule = useMutation(trpc.notifications.removeDayRule.mutationOptions());

  const attempt = async (action: Promise<unknown>, failed: string): Promise<boolean> => {
    const done = await action.then(
      () => true,
      (error: unknown) => {
        showError(failureText(error, failed));
        return false;
      },
    );
    const { certificateAlerts, dayRules, log } = trpc.notifications;
    await Promise.all([certificateAlerts, dayRules, log].map((procedure) => queries.invalidateQueries(procedure.pathFilter())));
    return done;
  };

  return {
    alerts,
    busy: snooze.isPending || unsnooze.isPending || saveRule.isPending || removeRule.isPending,
    snooze: (days: number) => attempt(snooze.mutateAsync({ certificateId, until: addMs(now, days * DAY_MS) }), 'Failed to snooze'),
    unsnooze: () => attempt(unsnooze.mutateAsync({ certificateId }), 'Failed to end the snooze'),
    saveDays: (days: readonly number[]) => attempt(saveRule.mutateAsync({ certificateId, days: [...days] }), 'Failed to save the days'),
    dropDays: (id: AlertDayRuleId) => attempt(removeRule.mutateAsync({ id }), 'Failed to remove the days'),
  };
}
