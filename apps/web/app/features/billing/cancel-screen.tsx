import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useSellsPlans } from '../../shell/session.ts';
import css from './billing-screen.module.css';
import { NotSold } from './not-sold.tsx';

/** Where a checkout that was left leads back to. */
export function CancelScreen() {
  if (!useSellsPlans()) return <NotSold />;
  return (
    <section className={css.outcome} aria-labelledby="outcome">
      <h2 id="outcome">Payment Canceled!</h2>
      <p>The payment was not completed. Nothing was charged, and your plan stays as it is.</p>
      <div className={css.buttons}>
        <Button component={Link} to="/billing">
          Retry Payment
        </Button>
        <Button component={Link} to="/certificates" variant="default">
          Back Home
        </Button>
      </div>
    </section>
  );
}
