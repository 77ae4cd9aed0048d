import { Button, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useSellsPlans } from '../../shell/session.ts';
import { NotSold } from './not-sold.tsx';
import { Outcome } from './outcome.tsx';

/** The checkout leads here when it is canceled. */
export function CancelScreen() {
  if (!useSellsPlans()) return <NotSold />;
  return (
    <Outcome
      title="Payment Canceled!"
      buttons={
        <>
          <Button component={Link} to="/billing">
            Retry Payment
          </Button>
          <Button component={Link} to="/certificates" variant="default">
            Back Home
          </Button>
        </>
      }
    >
      <Text maw="44ch">The payment was not completed. Nothing was charged, and your plan stays as it is.</Text>
    </Outcome>
  );
}
