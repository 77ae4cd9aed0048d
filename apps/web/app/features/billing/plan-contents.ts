import { type PlanName, plans, type SoldPlan } from '@notafter/domain';

export interface PlanCard {
  readonly name: Extract<PlanName, 'Forever Free'> | SoldPlan;
  readonly monthlyUsd: number;
  readonly alertDays: readonly number[];
  readonly contents: readonly string[];
}

const contents = {
  'Forever Free': ['5 certificates', 'Email', 'Single user', 'Community support'],
  Essentials: ['20 certificates', 'Email, Slack, Telegram, Google Chat, Teams', 'Single user'],
  Team: [
    '150 certificates',
    'PagerDuty, Splunk On-Call',
    'Up to 5 members, roles admin and viewer',
    '2 environments',
    'Smart Notifications',
    'CLI and API',
  ],
  Enterprise: [
    'Unlimited certificates and members',
    'Webhook, Zapier',
    'Unlimited environments',
    'Air-gapped collector',
    'Custom templates',
    'SOC2/ISO report support',
    'Bulk import and more',
  ],
} as const;

/** The four cards in the order of their price (spec 1 section 9); each larger plan has what the smaller ones have. */
export const planCards: readonly PlanCard[] = (['Forever Free', 'Essentials', 'Team', 'Enterprise'] as const).map((name) => ({
  name,
  monthlyUsd: plans[name].monthlyUsd,
  alertDays: plans[name].alertDays,
  contents: contents[name],
}));
