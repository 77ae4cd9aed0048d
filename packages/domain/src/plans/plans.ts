/** Names of channel kinds in the order the screens list them. */
export const channelTypes = [
  'email',
  'slack',
  'telegram',
  'google_chat',
  'teams',
  'pagerduty',
  'splunk',
  'zapier',
  'webhook',
  'alertmanager',
] as const;
export type ChannelType = (typeof channelTypes)[number];

/** Entitlements of a plan. `null` as a limit means unlimited. */
export interface Entitlements {
  readonly monthlyUsd: number | null;
  readonly certificateLimit: number | null;
  readonly memberLimit: number | null;
  readonly alertDays: readonly number[];
  readonly channels: readonly ChannelType[];
  readonly environmentLimit: number | null;
  readonly team: boolean;
  readonly enterprise: boolean;
  readonly bulkImport: boolean;
  readonly apiKeys: boolean;
  readonly setBy: 'default' | 'operator' | 'checkout';
}

const email = ['email'] as const;
const chat = ['email', 'slack', 'telegram', 'google_chat', 'teams'] as const;
const paging = [...chat, 'pagerduty', 'splunk'] as const;
const single = { memberLimit: 1, environmentLimit: 0, team: false, enterprise: false, bulkImport: false, apiKeys: false } as const;
const fourDays = [30, 14, 7, 1] as const;

/** The one table of entitlements; UI, tRPC, REST and jobs all read it. */
export const plans = {
  'Forever Free': { ...single, monthlyUsd: 0, certificateLimit: 5, alertDays: [1], channels: email, setBy: 'default' },
  Starter: { ...single, monthlyUsd: null, certificateLimit: 20, alertDays: [14, 7, 1], channels: email, setBy: 'operator' },
  Essentials: { ...single, monthlyUsd: 12, certificateLimit: 20, alertDays: [14, 7, 1], channels: chat, setBy: 'checkout' },
  Professional: {
    ...single,
    monthlyUsd: null,
    certificateLimit: 150,
    alertDays: fourDays,
    channels: chat,
    apiKeys: true,
    setBy: 'operator',
  },
  Business: {
    ...single,
    monthlyUsd: null,
    certificateLimit: 500,
    alertDays: fourDays,
    channels: chat,
    bulkImport: true,
    apiKeys: true,
    setBy: 'operator',
  },
  Team: {
    ...single,
    monthlyUsd: 49,
    certificateLimit: 150,
    memberLimit: 5,
    environmentLimit: 2,
    alertDays: fourDays,
    channels: paging,
    team: true,
    setBy: 'checkout',
  },
  Enterprise: {
    monthlyUsd: 199,
    certificateLimit: null,
    memberLimit: null,
    environmentLimit: null,
    alertDays: fourDays,
    channels: channelTypes,
    team: true,
    enterprise: true,
    bulkImport: true,
    apiKeys: false,
    setBy: 'checkout',
  },
  'Self-hosted': {
    monthlyUsd: null,
    certificateLimit: null,
    memberLimit: null,
    environmentLimit: null,
    alertDays: fourDays,
    channels: channelTypes,
    team: true,
    enterprise: true,
    bulkImport: true,
    apiKeys: true,
    setBy: 'operator',
  },
} as const satisfies Record<string, Entitlements>;

export type PlanName = keyof typeof plans;

export const isPlanName = (name: string): name is PlanName => Object.hasOwn(plans, name);

/** In the order of the administration's dialog: what spec 2 names, then the others. */
export const assignablePlans = [
  'Forever Free',
  'Starter',
  'Professional',
  'Business',
  'Essentials',
  'Team',
  'Enterprise',
  'Self-hosted',
] as const satisfies readonly PlanName[];

interface LimitOverrides {
  readonly certificateLimit: number | null;
  readonly userLimit: number | null;
}

/**
 * Returns the entitlements of an organization on `planName`, with the operator's own limits on top. An unknown plan name, as an old
 * database may hold, has Forever Free's entitlements.
 */
export const entitlementsOf = (planName: string, overrides?: LimitOverrides): Entitlements => {
  const plan: Entitlements = isPlanName(planName) ? plans[planName] : plans['Forever Free'];
  return {
    ...plan,
    certificateLimit: overrides?.certificateLimit ?? plan.certificateLimit,
    memberLimit: overrides?.userLimit ?? plan.memberLimit,
  };
};

/** `DEFAULT_PLAN=Self-hosted` is every organization's plan, old and new; any other value is for new ones only. */
export const effectivePlan = (storedPlan: string, defaultPlan: PlanName): string =>
  defaultPlan === 'Self-hosted' ? 'Self-hosted' : storedPlan;

/** Whether plans are sold to an organization on `plan`. Where not, nothing of billing is shown to its people. */
export const sellsPlans = (plan: string): boolean => plan !== 'Self-hosted';
