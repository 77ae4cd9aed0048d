import { ActionIcon, Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import css from './onboarding-card.module.css';
import type { OnboardingStep } from './onboarding-steps.ts';
import type { FirstSteps } from './use-first-steps.ts';

/** What is done of the first steps, and the next one first; `quiet` leaves the primary button to the screen around it. */
export function OnboardingCard({ steps, dismiss, quiet = false }: FirstSteps & { readonly quiet?: boolean }) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.findIndex((step) => !step.done);
  return (
    <Panel
      title="First steps"
      count={<span className={css.count}>{`${done} of ${steps.length}`}</span>}
      aside={
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Dismiss the first steps" onClick={dismiss}>
          <Icon name="close" />
        </ActionIcon>
      }
    >
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <Step key={step.to} step={step} number={index + 1} isNext={index === next} quiet={quiet} />
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly step: OnboardingStep;
  readonly number: number;
  readonly isNext: boolean;
  readonly quiet: boolean;
}

function Step({ step, number, isNext, quiet }: StepProps) {
  const { title, note, to, action, done, stays } = step;
  return (
    <li className={css.step} data-done={done} data-next={isNext}>
      <span className={css.mark} aria-hidden="true">
        {done ? <Icon name="check" small /> : number}
      </span>
      <span className={css.text}>
        <strong className={css.title}>
          {title}
          {done ? <span className={css.spoken}>, done</span> : null}
        </strong>
        <span className={css.note}>{note}</span>
      </span>
      {done && !stays ? null : (
        <Button component={Link} to={to} size="xs" variant={isNext && !quiet ? 'filled' : 'default'} aria-label={`${action}: ${title}`}>
          {action}
        </Button>
      )}
    </li>
  );
}
