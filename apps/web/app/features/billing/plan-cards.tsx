import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { AlertDays } from './alert-days.tsx';
import css from './billing.module.css';
import { type Period, periodWord, priceOf } from './billing-texts.ts';
import { type PlanCard, planCards } from './plan-contents.ts';
import type { BillingDetails, Downgrade, PlanView } from './types.ts';

const DowngradeDialog = lazyDialog(() => import('./downgrade-dialog.tsx'));

const periods = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
] as const;

/** The price list, by month or by year. */
export function PlanCards({ plan: view }: { readonly plan: PlanView }) {
  const [period, setPeriod] = useState<Period>(view.billing?.interval ?? 'monthly');
  const [warning, setWarning] = useState<{ readonly plan: string; readonly downgrade: Downgrade } | null>(null);
  return (
    <Stack component="section" gap="md" aria-labelledby="plans">
      <Group gap="xs">
        <Title order={2} id="plans" size="h3" mr="auto">
          Plans
        </Title>
        <Text size="sm" c="var(--na-valid-fg)">
          2 months free
        </Text>
        <Button.Group aria-label="Billing period">
          {periods.map(({ value, label }) => (
            <Button
              key={value}
              size="sm"
              variant={period === value ? 'light' : 'default'}
              aria-pressed={period === value}
              onClick={() => setPeriod(value)}
            >
              {label}
            </Button>
          ))}
        </Button.Group>
      </Group>
      <ul className={css.cards}>
        {planCards.map((card) => (
          <Card key={card.name} card={card} period={period} isCurrent={card.name === view.plan}>
            {view.billing === null ? null : (
              <PlanButton
                name={card.name}
                period={period}
                isCurrent={card.name === view.plan}
                billing={view.billing}
                onDowngrade={(downgrade) => setWarning({ plan: card.name, downgrade })}
              />
            )}
          </Card>
        ))}
      </ul>
      {warning === null ? null : <DowngradeDialog plan={warning.plan} downgrade={warning.downgrade} onClose={() => setWarning(null)} />}
    </Stack>
  );
}

interface CardProps {
  readonly card: PlanCard;
  readonly period: Period;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

function Card({ card: { name, monthlyUsd, alertDays, contents }, period, isCurrent, children }: CardProps) {
  return (
    <li aria-current={isCurrent || undefined}>
      <Title order={3}>{name}</Title>
      <Text fz="figure" lh="figure" fw={550} lts="-0.02em" c="var(--na-text)">
        {priceOf(monthlyUsd, period)}
        <Text component="span" size="sm" c="dimmed" lts={0}>
          {' '}
          / {periodWord(period)}
        </Text>
      </Text>
      <AlertDays days={alertDays} />
      <Stack component="ul" gap="xs" flex={1}>
        {contents.map((content) => (
          <Group component="li" key={content} gap="xs" align="flex-start" wrap="nowrap" fz="sm" lh="sm" c="var(--na-text-2)">
            <Icon name="check" small />
            {content}
          </Group>
        ))}
      </Stack>
      {children}
    </li>
  );
}

interface PlanButtonProps {
  readonly name: PlanCard['name'];
  readonly period: Period;
  readonly isCurrent: boolean;
  readonly billing: BillingDetails;
  readonly onDowngrade: (downgrade: Downgrade) => void;
}

/** The action of a plan: none, a warning before a downgrade, or its checkout in a new tab. */
function PlanButton({ name, period, isCurrent, billing, onDowngrade }: PlanButtonProps) {
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
