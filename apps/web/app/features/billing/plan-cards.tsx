import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { AlertDays } from './alert-days.tsx';
import { type Period, periodWord, priceOf } from './billing-texts.ts';
import { PlanButton } from './plan-button.tsx';
import css from './plan-cards.module.css';
import { type PlanCard, planCards } from './plan-contents.ts';
import type { Downgrade, PlanView } from './types.ts';

const DowngradeDialog = lazyDialog(() => import('./downgrade-dialog.tsx'));

const periods = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
] as const;

/** The four plans that stand on the price list, by the month or by the year. */
export function PlanCards({ plan: view }: { readonly plan: PlanView }) {
  const [period, setPeriod] = useState<Period>(view.billing?.interval ?? 'monthly');
  const [warning, setWarning] = useState<{ readonly plan: string; readonly downgrade: Downgrade } | null>(null);
  return (
    <section aria-labelledby="plans" className={css.plans}>
      <div className={css.head}>
        <h2 id="plans">Plans</h2>
        <span className={css.saving}>2 months free</span>
        <fieldset className={css.periods} aria-label="Billing period">
          {periods.map(({ value, label }) => (
            <button key={value} type="button" aria-pressed={period === value} onClick={() => setPeriod(value)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
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
    </section>
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
    <li className={css.card} {...(isCurrent ? { 'aria-current': 'true' as const } : {})}>
      <h3>{name}</h3>
      <p className={css.price}>
        {priceOf(monthlyUsd, period)}
        <span> / {periodWord(period)}</span>
      </p>
      <AlertDays days={alertDays} />
      <ul className={css.contents}>
        {contents.map((content) => (
          <li key={content}>
            <Icon name="check" small />
            {content}
          </li>
        ))}
      </ul>
      {children}
    </li>
  );
}
