import { Button } from '@mantine/core';
import type { Period } from './billing-texts.ts';
import type { PlanCard } from './plan-contents.ts';
import type { BillingDetails, Downgrade } from './types.ts';

interface PlanButtonProps {
  readonly name: PlanCard['name'];
  readonly period: Period;
  readonly isCurrent: boolean;
  readonly billing: BillingDetails;
  readonly onDowngrade: (downgrade: Downgrade) => void;
}

/** The action of a plan: none, a warning before a downgrade, or its checkout in a new tab. */
export function PlanButton({ name, period, isCurrent, billing, onDowngrade }: PlanButtonProps) {
  if (name === 'Forever Free') return <Idle>Free Forever</Idle>;
  if (isCurrent) return <Idle>Current Plan</Idle>;
  const offer = billing.offers.find(({ plan }) => plan === name);
  const url = (period === 'monthly' ? offer?.monthlyUrl : offer?.annualUrl) ?? null;
  if (url === null) return <Idle>Contact your administrator</Idle>;
  const downgrade = offer?.downgrade ?? null;
  const variant = name === 'Enterprise' ? 'filled' : 'default';
  const label = `Start 7-Day Trial of ${name}`;
  if (downgrade !== null) {
    return (
      <Button fullWidth variant={variant} aria-label={label} onClick={() => onDowngrade(downgrade)}>
        Start 7-Day Trial
      </Button>
    );
  }
  return (
    <Button component="a" fullWidth variant={variant} aria-label={label} href={url} target="_blank" rel="noreferrer">
      Start 7-Day Trial
    </Button>
  );
}

function Idle({ children }: { readonly children: string }) {
  return (
    <Button fullWidth variant="default" disabled>
      {children}
    </Button>
  );
}
