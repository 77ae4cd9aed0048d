/** The plans people can buy, in the order of their price. */
export const soldPlans = ['Essentials', 'Team', 'Enterprise'] as const;
export type SoldPlan = (typeof soldPlans)[number];

export const billingIntervals = ['monthly', 'annual'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** Hosted checkout, an address per plan and interval; absent where the operator named none. */
export type CheckoutLinks = Readonly<Partial<Record<SoldPlan, Readonly<Partial<Record<BillingInterval, string>>>>>>;

/** The hosted checkout for one person: whom to charge and whose purchase it is. Keeps what the operator's address carries. */
export const checkoutUrl = (link: string, { email, reference }: { readonly email: string; readonly reference: string }): string => {
  const url = new URL(link);
  url.searchParams.set('prefilled_email', email);
  url.searchParams.set('client_reference_id', reference);
  return url.href;
};
