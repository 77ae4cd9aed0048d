import { Button, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useSellsPlans } from '../../shell/session.ts';
import { throwConfetti } from './confetti.ts';
import { NotSold } from './not-sold.tsx';
import { Outcome } from './outcome.tsx';
import type { PlanView } from './types.ts';
import { usePlan } from './use-plan.ts';

const POLL_MS = 2000;
/** The provider confirms within seconds. A later confirmation shows when the plan is next loaded. */
const WAIT_MS = 60_000;

/** The checkout leads here. The server knows of the payment when the provider's webhook arrives. */
export function SuccessScreen() {
  return useSellsPlans() ? <Paid /> : <NotSold />;
}

function Paid() {
  const waiting = useWaiting();
  const { data } = usePlan(waiting ? POLL_MS : false);
  useEffect(() => {
    // The screen works without it.
    throwConfetti().catch(() => undefined);
  }, []);
  return (
    <Outcome
      title="Payment Successful!"
      buttons={
        <>
          <Button component={Link} to="/certificates/add">
            Add Your First Certificate
          </Button>
          <Button component={Link} to="/certificates" variant="default">
            Back Home
          </Button>
        </>
      }
    >
      <Text maw="44ch" role="status">
        {thanksText(data, waiting)}
      </Text>
    </Outcome>
  );
}

function thanksText(plan: PlanView | undefined, waiting: boolean): string {
  if (plan?.setBy === 'checkout') return `Thank you for your purchase. Your organization is on the ${plan.plan} plan.`;
  return waiting
    ? 'Thank you for your purchase. The payment is being confirmed...'
    : 'Thank you for your purchase. The confirmation takes longer than usual. Your plan changes when it arrives.';
}

function useWaiting(): boolean {
  const [waiting, setWaiting] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setWaiting(false), WAIT_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return waiting;
}
