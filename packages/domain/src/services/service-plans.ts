import type { CloudSlug } from './clouds.ts';

export const servicePlanNames = ['hobbyist', 'professional', 'business', 'enterprise'] as const;
/** Plans of data services; not those of the organization. */
export type ServicePlanName = (typeof servicePlanNames)[number];

/** The resources that a service may use. */
export interface ServiceSize {
  readonly memoryMib: number;
  readonly cpus: number;
  readonly diskGib: number;
}

export interface ServicePlan extends ServiceSize {
  readonly name: ServicePlanName;
  /** Shown only: no driver meters it. */
  readonly transferTb: number;
  /** Six decimals: with fewer, 730 hours differ from the published price. */
  readonly hourlyUsd: number;
  /** For whom it is; a sentence. */
  readonly description: string;
  /** The name of the plan as the API, the screens and old clients know it, on every cloud. */
  readonly instanceType: string;
  /** Its name in the older screens and their calls. */
  readonly olderInstanceType: string;
  /** The provider's own type that has this size; null where the limits are set directly. */
  readonly machineTypes: Readonly<Record<CloudSlug, string | null>>;
}

const GIB = 1024;

/** The four plans, smallest first. Prices and sizes are those of the specification, on every cloud. */
export const servicePlans: readonly ServicePlan[] = [
  {
    name: 'hobbyist',
    memoryMib: 4 * GIB,
    cpus: 2,
    diskGib: 60,
    transferTb: 3,
    hourlyUsd: 0.198027,
    description: 'For trying things out and small projects.',
    instanceType: 't3.medium',
    olderInstanceType: 't2.medium',
    machineTypes: { local: null, aws: 't3.medium', digitalocean: 's-2vcpu-4gb', gcp: 'e2-medium', azure: 'Standard_B2s' },
  },
  {
    name: 'professional',
    memoryMib: 16 * GIB,
    cpus: 4,
    diskGib: 100,
    transferTb: 5,
    hourlyUsd: 0.728233,
    description: 'For applications in production.',
    instanceType: 'm5.xlarge',
    olderInstanceType: 'm4.xlarge',
    machineTypes: { local: null, aws: 'm5.xlarge', digitalocean: 'g-4vcpu-16gb', gcp: 'e2-standard-4', azure: 'Standard_D4s_v5' },
  },
  {
    name: 'business',
    memoryMib: 64 * GIB,
    cpus: 8,
    diskGib: 200,
    transferTb: 7,
    hourlyUsd: 1.883315,
    description: 'For large data and many clients.',
    instanceType: 'r5.2xlarge',
    olderInstanceType: 'r5.2xlarge',
    machineTypes: { local: null, aws: 'r5.2xlarge', digitalocean: 'm-8vcpu-64gb', gcp: 'e2-highmem-8', azure: 'Standard_E8s_v5' },
  },
  {
    name: 'enterprise',
    memoryMib: 128 * GIB,
    cpus: 16,
    diskGib: 500,
    transferTb: 8,
    hourlyUsd: 3.766644,
    description: 'For the largest workloads.',
    instanceType: 'r5.4xlarge',
    olderInstanceType: 'r5.4xlarge',
    machineTypes: { local: null, aws: 'r5.4xlarge', digitalocean: 'm-16vcpu-128gb', gcp: 'n2-highmem-16', azure: 'Standard_E16s_v5' },
  },
];

/** Takes the plan's name or an instance type of either generation. Null for any other text. */
export const findServicePlan = (text: string): ServicePlan | null =>
  servicePlans.find(({ name, instanceType, olderInstanceType }) => [name, instanceType, olderInstanceType].includes(text)) ?? null;

/** Hours that a month counts as, in every estimate. */
export const HOURS_PER_MONTH = 730;

/** US dollars, rounded to cents. */
export const monthlyUsd = (hourlyUsd: number): number => Math.round(hourlyUsd * HOURS_PER_MONTH * 100) / 100;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,374.82`, `$0.20` */
export const usdText = (usd: number): string => dollars.format(usd);

/** The part of a plan that a machine can give: `effective` is what limits are set to. Never more than the plan. */
export const clampSize = (plan: ServiceSize, capacity: Pick<ServiceSize, 'memoryMib' | 'cpus'>): ServiceSize => ({
  memoryMib: Math.min(plan.memoryMib, capacity.memoryMib),
  cpus: Math.min(plan.cpus, capacity.cpus),
  diskGib: plan.diskGib,
});

/** A value for each plan. */
export const forEachServicePlan = <Value>(pick: (plan: ServicePlan) => Value): Readonly<Record<ServicePlanName, Value>> => {
  const of = (name: ServicePlanName): Value => pick(servicePlan(name));
  return { hobbyist: of('hobbyist'), professional: of('professional'), business: of('business'), enterprise: of('enterprise') };
};

/** The plan of a name or an instance type that was checked before. */
export const servicePlan = (text: string): ServicePlan => {
  const plan = findServicePlan(text);
  if (plan === null) throw new Error(`Unknown plan ${text}.`);
  return plan;
};
