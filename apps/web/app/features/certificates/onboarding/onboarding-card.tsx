import { Box, Button, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { FirstSteps } from './first-steps.ts';
import css from './onboarding-card.module.css';

/** The first steps, with those that are done. `quiet` leaves the primary button to the screen around it. */
export function OnboardingCard({ steps, dismiss, quiet = false }: FirstSteps & { readonly quiet?: boolean }) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <Panel
      title="First steps"
      count={`${done} of ${steps.length}`}
      aside={<IconButton icon="close" label="Dismiss the first steps" large size={32} onClick={dismiss} />}
    >
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li key={step.to} className={css.step} data-next={step === next}>
            <Step step={step} number={index + 1} look={step === next && !quiet ? 'filled' : 'default'} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly step: FirstSteps['steps'][number];
  readonly number: number;
  readonly look: 'filled' | 'default';
}

function Step({ step: { title, note, to, action, done, stays }, number, look }: StepProps) {
  return (
    <>
      <span className={css.mark} data-tone={done ? 'valid' : undefined} aria-hidden="true">
        {done ? <Icon name="check" small /> : number}
      </span>
      <Box flex={1} miw={0}>
        <Text fw={done ? 400 : 600} c={done ? 'dimmed' : 'var(--na-text)'}>
          {title}
          {done ? <VisuallyHidden>, done</VisuallyHidden> : null}
        </Text>
        <Note small>{note}</Note>
      </Box>
      {done && !stays ? null : (
        <Button component={Link} to={to} size="xs" variant={look} aria-label={`${action}: ${title}`}>
          {action}
        </Button>
      )}
    </>
  );
}
