import { type AlertDayRuleId, addMs, type CertificateId, DAY_MS } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { useNow } from '../../../ui/time/now.tsx';

export const DAYS_FAILED = 'Failed to save the days';

/** Alerts and alert days of one certificate, with actions on them. `saveDays` rejects, for its form. */
export function useCertificateAlerts(certificateId: CertificateId) {
  const { notifications } = useTRPC();
  const now = useNow();
  const alerts = useQuery(notifications.certificateAlerts.queryOptions({ certificateId }));
  const refresh = [notifications.certificateAlerts.pathFilter(), notifications.dayRules.pathFilter(), notifications.log.pathFilter()];
  const snooze = useAction(notifications.snooze.mutationOptions(), { failed: 'Failed to snooze', refresh });
  const unsnooze = useAction(notifications.unsnooze.mutationOptions(), { failed: 'Failed to end the snooze', refresh });
  const saveRule = useAction(notifications.saveDayRule.mutationOptions(), { failed: DAYS_FAILED, refresh });
  const removeRule = useAction(notifications.removeDayRule.mutationOptions(), { failed: 'Failed to remove the days', refresh });
  return {
    alerts,
    busy: snooze.pending || unsnooze.pending || saveRule.pending || removeRule.pending,
    snooze: (days: number) => snooze.run({ certificateId, until: addMs(now, days * DAY_MS) }),
    unsnooze: () => unsnooze.run({ certificateId }),
    saveDays: (days: readonly number[]) => saveRule.send({ certificateId, days: [...days] }),
    dropDays: (id: AlertDayRuleId) => removeRule.run({ id }),
  };
}
