import { problemOfCall } from '../../api/problem.ts';
import { useSellsPlans } from '../../shell/session.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../ui/states/states.tsx';
import { BillingNotices } from './billing-notices.tsx';
import css from './billing-screen.module.css';
import { CurrentPlan } from './current-plan.tsx';
import { NotSold } from './not-sold.tsx';
import { PlanCards } from './plan-cards.tsx';
import type { PlanView } from './types.ts';
import { usePlan } from './use-plan.ts';

/** Plan, use and price list. Viewers see the first two and the list without its buttons. */
export function BillingScreen() {
  return useSellsPlans() ? <Sold /> : <NotSold />;
}

function Sold() {
  const answer = usePlan();
  if (answer.data === undefined) {
    return (
      <Panel label="Plans & Billing">
        {answer.isError ? (
          <ErrorState
            title="The plan did not load"
            text={`${problemOfCall(answer.error).message} Monitoring goes on.`}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={30} />
            <Bone width={72} />
            <Bone width={54} />
          </div>
        )}
      </Panel>
    );
  }
  return (
    <div className={css.screen}>
      <BillingNotices plan={answer.data} />
      <CurrentPlan plan={answer.data} />
      <PlanCards plan={answer.data} />
      <Notes plan={answer.data} />
    </div>
  );
}

/** Who can change what, below the list. */
function Notes({ plan: { billing, setBy, plan } }: { readonly plan: PlanView }) {
  const subscribed = billing !== null && billing.status !== null && billing.status !== 'canceled';
  return (
    <div className={css.notes}>
      {setBy === 'operator' ? (
        <p>The {plan} plan is set by the operator of this installation. Only the operator, or a purchase, changes it.</p>
      ) : null}
      <p>
        {billing === null
          ? 'An admin of your organization can change the plan.'
          : billing.offers.some(({ monthlyUrl, annualUrl }) => monthlyUrl !== null || annualUrl !== null)
            ? 'Checkout opens in a new tab with your email filled in.'
            : 'Plans are not sold online here. Contact your administrator to change yours.'}
        {subscribed ? ' A checkout begins a further subscription; the larger plan counts until the other one is ended.' : null}
      </p>
      <p>Professional and Business, the plans with API keys, are set by the operator and are not for sale here.</p>
    </div>
  );
}
