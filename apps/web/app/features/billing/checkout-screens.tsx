import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import css from './billing.module.css';
import { throwConfetti } from './confetti.ts';
import { SoldOnly } from './sold-only.tsx';
import type { PlanView } from './types.ts';
import { usePlan } from './use-plan.ts';

const POLL_MS = 2000;
/** The provider confirms within seconds. A later confirmation shows when the plan is next loaded. */
const WAIT_MS = 60_000;

/** The checkout leads here. The server knows of the payment when the provider's webhook arrives. */
export const SuccessScreen = () => (
  <SoldOnly>
    <Paid />
  </SoldOnly>
);

function Paid() {
  const waiting = useWaiting();
  const { data } = usePlan(waiting ? POLL_MS : false);
  useEffect(() => {
    // The screen works without it.
    throwConfetti().catch(() => undefined);
  }, []);
  return (
    <Outcome title="Payment Successful!" to="/certificates/add" next="Add Your First Certificate">
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

/** The checkout leads here when it is canceled. */
export const CancelScreen = () => (
  <SoldOnly>
    <Outcome title="Payment Canceled!" to="/billing" next="Retry Payment">
      <Text maw="44ch">The payment was not completed. Nothing was charged, and your plan stays as it is.</Text>
    </Outcome>
  </SoldOnly>
);

interface OutcomeProps {
  readonly title: string;
  /** The next step. */
  readonly next: string;
  readonly to: string;
  readonly children: ReactNode;
}

/** The screen after a checkout. */
function Outcome({ title, next, to, children }: OutcomeProps) {
  return (
    <Paper component="section" className={css.outcome ?? ''} px="lg" py={40} aria-labelledby="outcome">
      <Stack align="center" gap="sm">
        <Title order={2} id="outcome" fz="figure" lh="figure" fw={550} lts="-0.02em">
          {title}
        </Title>
        {children}
        <Group justify="center" gap="xs" mt="xs">
          <Button component={Link} to={to}>
            {next}
          </Button>
          <Button component={Link} to="/certificates" variant="default">
            Back Home
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
