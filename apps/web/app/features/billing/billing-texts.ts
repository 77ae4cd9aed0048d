import { countText, dateText, graceEndsAt, isPlanName, plans, plural } from '@notafter/domain';
import type { BillingDetails, Downgrade, PlanView } from './types.ts';

export type Period = 'monthly' | 'annual';

/** Spec 1 section 9: a year costs ten months. */
const MONTHS_PAID_A_YEAR = 10;

export const priceOf = (monthlyUsd: number, period: Period): string =>
  `$${countText(period === 'monthly' ? monthlyUsd : monthlyUsd * MONTHS_PAID_A_YEAR)}`;
export const periodWord = (period: Period): string => (period === 'monthly' ? 'month' : 'year');

/** Returns `$49 / month`, or who set the plan if it has no price. */
export function currentPriceText({ plan, setBy, billing }: PlanView): string {
  if (setBy === 'operator') return 'Set by the operator';
  const monthly = isPlanName(plan) ? plans[plan].monthlyUsd : 0;
  const period = billing?.interval ?? 'monthly';
  return `${priceOf(monthly ?? 0, period)} / ${periodWord(period)}`;
}

export const usedText = (used: number, limit: number | null): string =>
  limit === null ? `${countText(used)} of \u221e` : `${countText(used)} of ${countText(limit)}`;

export const certificatesUsedText = (used: number, limit: number | null): string =>
  limit === null ? plural(used, 'certificate') : `${countText(used)} of ${plural(limit, 'certificate')}`;

export function roomText(used: number, limit: number | null): string {
  if (limit === null) return 'No limit.';
  if (used > limit) return `${countText(used - limit)} above the limit. Monitoring continues, but you can't add more.`;
  return used === limit ? 'None left.' : `${countText(limit - used)} left.`;
}

type Paid = Pick<PlanView, 'plan' | 'setBy'> & { readonly billing: BillingDetails };

/** Returns the provider's next date and its label. */
export function nextDate({ setBy, billing }: Omit<Paid, 'plan'>): { readonly label: string; readonly at: Date } | null {
  const { status, trialEndsAt, periodEndsAt, cancelAtPeriodEnd } = billing;
  // A plan set by the operator does not end with a subscription.
  if (setBy !== 'checkout' || (status !== 'active' && status !== 'trialing')) return null;
  if (status === 'trialing' && trialEndsAt !== null && !cancelAtPeriodEnd) return { label: 'Trial ends', at: trialEndsAt };
  return periodEndsAt === null ? null : { label: cancelAtPeriodEnd ? 'Plan ends' : 'Next invoice', at: periodEndsAt };
}

/** Returns which payment is owed and what follows, or null if none is owed or it can no longer be made. */
export function owedText({ plan, setBy, billing: { status, paymentFailedAt } }: Paid, now: Date): string | null {
  if (paymentFailedAt === null || setBy === 'operator') return null;
  const ends = graceEndsAt(paymentFailedAt);
  const failed = `The payment of ${dateText(paymentFailedAt)} failed`;
  if (setBy === 'checkout' && now < ends) return `${failed}. The ${plan} plan ends on ${dateText(ends)} unless you pay by then.`;
  return setBy === 'default' && status !== 'canceled' && now >= ends
    ? `${failed} and no later payment arrived, so the plan ended on ${dateText(ends)}.`
    : null;
}

export function cancelledText({ plan, setBy, billing: { status, cancelAtPeriodEnd, periodEndsAt } }: Paid, now: Date): string | null {
  const runs = setBy === 'checkout' && (status === 'active' || status === 'trialing');
  if (!runs || !cancelAtPeriodEnd || periodEndsAt === null || periodEndsAt <= now) return null;
  return `The ${plan} plan is canceled and ends on ${dateText(periodEndsAt)}. You then move to Forever Free. Monitoring continues.`;
}

/** The dialog's sentences, to the letter where spec 1 section 8 gives them. */
export const downgradeTexts = ({ certificatesToRemove, currentCount, newPlanLimit }: Downgrade, plan: string): readonly string[] => [
  'You currently have more certificates than allowed in the selected plan.',
  `${plan} allows ${countText(newPlanLimit)} and you monitor ${countText(currentCount)}: you need to remove ${countText(certificatesToRemove)} certificate(s).`,
  'Please go to the Certificates page and remove the required number of certificates before downgrading your plan.',
];
