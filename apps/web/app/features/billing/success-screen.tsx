import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useSellsPlans } from '../../shell/session.ts';
import css from './billing-screen.module.css';
import { throwConfetti } from './confetti.ts';
import { NotSold } from './not-sold.tsx';
import type { PlanView } from './types.ts';
import { usePlan } from './use-plan.ts';

const POLL_MS = 2000;
/** The provider confirms within seconds; later ones are seen when the plan is next looked at. */
const WAIT_MS = 60_000;

/** Where the checkout leads back to. The payment is known once the provider has told the server of it. */
export function SuccessScreen() {
  return useSellsPlans() ? <Paid /> : <NotSold />;
}

function Paid() {
  const waiting = useWaiting();
  const { data } = usePlan(waiting ? POLL_MS : false);
  useEffect(() => {
    // The screen stands without it.
    throwConfetti().catch(() => undefined);
  }, []);
  return (
    <section className={css.outcome} aria-labelledby="outcome">
      <h2 id="outcome">Payment Successful!</h2>
      <p role="status">{thanksText(data, waiting)}</p>
      <div className={css.buttons}>
        <Button component={Link} to="/certificates/add">
          Add Your First Certificate
        </Button>
        <Button component={Link} to="/certificates" variant="default">
          Back Home
        </Button>
      </div>
    </section>
  );
}

function thanksText(plan: PlanView | undefined, waiting: boolean): string {
  if (plan?.setBy === 'checkout') return `Thank you for your purchase. Your organization is on the ${plan.plan} plan.`;
  return waiting
    ? 'Thank you for your purchase. The payment is being confirmed...'
    : 'Thank you for your purchase. The confirmation takes longer than usual; the plan changes by itself when it comes.';
}

function useWaiting(): boolean {
  const [waiting, setWaiting] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setWaiting(false), WAIT_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return waiting;
}
