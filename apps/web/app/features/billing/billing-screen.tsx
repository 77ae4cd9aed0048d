import { Stack } from '@mantine/core';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { BillingNotices } from './billing-notices.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlanCards } from './plan-cards.tsx';
import { SoldOnly } from './sold-only.tsx';
import type { PlanView } from './types.ts';
import { usePlan } from './use-plan.ts';

/** Plan, use and price list. Viewers see the first two and the list without its buttons. */
export const BillingScreen = () => (
  <SoldOnly>
    <Sold />
  </SoldOnly>
);

function Sold() {
  return (
    <UntilLoaded query={usePlan()} label="Plans & Billing" failed="The plan did not load" unaffected="Monitoring continues.">
      {(plan) => (
        <Stack gap="md">
          <BillingNotices plan={plan} />
          <CurrentPlan plan={plan} />
          <PlanCards plan={plan} />
          <Notes plan={plan} />
        </Stack>
      )}
    </UntilLoaded>
  );
}

/** Says who can change the plan, below the list. */
function Notes({ plan: { billing, setBy, plan } }: { readonly plan: PlanView }) {
  const subscribed = billing !== null && billing.status !== null && billing.status !== 'canceled';
  return (
    <Stack gap="xxs" fz="xs" lh="xs" c="dimmed">
      {setBy === 'operator' ? (
        <p>The {plan} plan was assigned by the operator of this installation. Only the operator or a purchase can change it.</p>
      ) : null}
      <p>
        {billing === null
          ? 'An admin of your organization can change the plan.'
          : billing.offers.some(({ monthlyUrl, annualUrl }) => monthlyUrl !== null || annualUrl !== null)
            ? 'Checkout opens in a new tab with your email filled in.'
            : 'Plans are not sold online here. Contact your administrator to change yours.'}
        {subscribed ? ' A checkout starts another subscription. The larger plan applies until you cancel the other one.' : null}
      </p>
      <p>Professional and Business include API keys. Only the operator can assign them.</p>
    </Stack>
  );
}
