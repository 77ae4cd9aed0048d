import { ActionIcon, Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useMay, useSessionView } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { DashboardStats } from '../types.ts';
import css from './onboarding-card.module.css';
import { dismissalCookie, isDismissed } from './onboarding-dismissal.ts';
import { type OnboardingStep, onboardingSteps } from './onboarding-steps.ts';

interface OnboardingCardProps {
  /** Undefined while loading: then nothing is shown. */
  readonly stats: DashboardStats | undefined;
  /** What the server read from the request's cookie; null inside the app, where the browser's own is read. */
  readonly dismissed: boolean | null;
}

/** The first steps, for those who may take them, until all are done or the card is dismissed. */
export function OnboardingCard({ stats, dismissed }: OnboardingCardProps) {
  const userId = useSessionView()?.user.id;
  const mayAdd = useMay('certificates/add-certificate');
  const [hidden, setHidden] = useState(() => dismissed ?? (userId !== undefined && isDismissed(document.cookie, userId)));
  if (stats === undefined || userId === undefined || !mayAdd || hidden) return null;
  const steps = onboardingSteps(stats);
  const done = steps.filter((step) => step.done).length;
  // A single step is what the empty list says by itself.
  if (steps.length < 2 || done === steps.length) return null;
  const next = steps.findIndex((step) => !step.done);
  const dismiss = (): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store is missing in Firefox ESR.
    document.cookie = dismissalCookie(userId);
    setHidden(true);
  };
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
          <Step key={step.to} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly step: OnboardingStep;
  readonly number: number;
  readonly isNext: boolean;
}

function Step({ step, number, isNext }: StepProps) {
  const { title, note, to, action, done, stays } = step;
  return (
    <li className={css.step} data-done={done}>
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
        <Button component={Link} to={to} size="xs" variant={isNext ? 'filled' : 'default'} aria-label={`${action}: ${title}`}>
          {action}
        </Button>
      )}
    </li>
  );
}
