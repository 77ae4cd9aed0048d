/** The plans people can buy, in the order of their price. */
export const soldPlans = ['Essentials', 'Team', 'Enterprise'] as const;
export type SoldPlan = (typeof soldPlans)[number];

export const billingIntervals = ['monthly', 'annual'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** Hosted checkout, an address per plan and interval; absent if the operator configured none. */
export type CheckoutLinks = Readonly<Partial<Record<SoldPlan, Readonly<Partial<Record<BillingInterval, string>>>>>>;

/** Returns the hosted checkout for one person, with their address and organization. Keeps the query of the operator's address. */
export const checkoutUrl = (link: string, { email, reference }: { readonly email: string; readonly reference: string }): string => {
  const url = new URL(link);
  url.searchParams.set('prefilled_email', email);
  url.searchParams.set('client_reference_id', reference);
  return url.href;
};
