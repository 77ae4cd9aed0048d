import { Button } from '@mantine/core';
import { Banner } from '../../ui/banner/banner.tsx';
import { useNow } from '../../ui/time/now.tsx';
import { cancelledText, owedText } from './billing-texts.ts';
import type { PlanView } from './types.ts';

/** A payment that is owed, a plan that ends, or the trial, above the plans. */
export function BillingNotices({ plan: { plan, setBy, billing } }: { readonly plan: PlanView }) {
  const now = useNow();
  const portal = (label: string) =>
    billing?.portalUrl == null ? undefined : (
      <Button component="a" href={billing.portalUrl} target="_blank" rel="noreferrer" size="sm">
        {label}
      </Button>
    );
  return (
    <>
      <Banner tone="critical" action={portal('Update Payment')}>
        {billing === null ? null : owedText({ plan, setBy, billing }, now)}
      </Banner>
      <Banner tone="warning" action={portal('Keep the Plan')}>
        {billing === null ? null : cancelledText({ plan, setBy, billing }, now)}
      </Banner>
      {plan === 'Forever Free' ? (
        <Banner tone="info">
          <strong>7-day free trial</strong> on every paid plan. Nothing is charged before day 8.
        </Banner>
      ) : null}
    </>
  );
}
