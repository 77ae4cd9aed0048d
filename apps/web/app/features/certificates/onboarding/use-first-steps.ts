import { useState } from 'react';
import { useMay, useSessionView } from '../../../shell/session.ts';
import type { DashboardStats } from '../types.ts';
import { dismissalCookie, isDismissed } from './onboarding-dismissal.ts';
import { type OnboardingStep, onboardingSteps } from './onboarding-steps.ts';

export interface FirstSteps {
  readonly steps: readonly OnboardingStep[];
  readonly dismiss: () => void;
}

/**
 * The first steps for people who may add certificates, until all are done or dismissed; null otherwise and while `stats`
 * loads. `dismissed` is what the server read from the request's cookie; null after navigation, when the browser reads its own.
 */
export function useFirstSteps(stats: DashboardStats | undefined, dismissed: boolean | null): FirstSteps | null {
  const userId = useSessionView()?.user.id;
  const mayAdd = useMay('certificates/add-certificate');
  const [hidden, setHidden] = useState(() => dismissed ?? (userId !== undefined && isDismissed(document.cookie, userId)));
  if (stats === undefined || userId === undefined || !mayAdd || hidden) return null;
  const steps = onboardingSteps(stats);
  // The empty list already shows a single step.
  if (steps.length < 2 || steps.every((step) => step.done)) return null;
  const dismiss = (): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store is missing in Firefox ESR.
    document.cookie = dismissalCookie(userId);
    setHidden(true);
  };
  return { steps, dismiss };
}
