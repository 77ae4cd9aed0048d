import { countText } from '@notafter/domain';
import { useState } from 'react';
import { hasScreen } from '../../../shell/navigation.ts';
import { useMay, useSessionView } from '../../../shell/session.ts';
import type { DashboardStats } from '../types.ts';

const addedText = ({ total, certificateLimit }: DashboardStats): string =>
  certificateLimit === null ? `${countText(total)} added` : `${countText(total)} of ${certificateLimit} added`;

/** Spec 1: exploring analytics counts as done with the first certificate. A step without a screen is left out. */
export function onboardingSteps(stats: DashboardStats, isThere: (path: string) => boolean = hasScreen) {
  const hasCertificates = stats.total > 0;
  const steps = [
    {
      title: 'Add your first certificate',
      note: addedText(stats),
      to: '/certificates/add',
      action: 'Add',
      done: hasCertificates,
      stays: false,
    },
    {
      title: 'Set up alert channels',
      note: stats.channelEnabled ? 'At least one is enabled' : 'Email is included',
      to: '/notifications',
      action: 'Set up',
      done: stats.channelEnabled,
      stays: false,
    },
    {
      title: 'Explore analytics',
      note: 'Risk and health in one page',
      to: '/analytics',
      action: 'Open',
      done: hasCertificates,
      // Keeps its button when it is done.
      stays: true,
    },
  ];
  return steps.filter(({ to }) => isThere(to));
}

/**
 * A cookie instead of local storage: the server leaves the card out, so the page does not move when scripts run. It names
 * the person, so that another person in the same browser has their own card.
 */
const NAME = 'onboarding_dismissed';
const YEAR_SECONDS = 31_536_000;

export const isDismissed = (cookies: string, userId: string): boolean => cookies.split('; ').includes(`${NAME}=${userId}`);

export const dismissalCookie = (userId: string): string => `${NAME}=${userId}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;

/**
 * The first steps for people who may add certificates, until all are done or dismissed; null otherwise and while `stats`
 * loads. `dismissed` is what the server read from the request's cookie; null after navigation, when the browser reads its own.
 */
export function useFirstSteps(stats: DashboardStats | undefined, dismissed: boolean | null) {
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

export type FirstSteps = NonNullable<ReturnType<typeof useFirstSteps>>;
