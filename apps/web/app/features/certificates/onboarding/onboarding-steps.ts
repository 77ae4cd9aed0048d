import { countText } from '@notafter/domain';
import { hasScreen } from '../../../shell/navigation.ts';
import type { DashboardStats } from '../types.ts';

export interface OnboardingStep {
  readonly title: string;
  readonly note: string;
  readonly to: string;
  readonly action: string;
  readonly done: boolean;
  /** Keeps its button when it is done. */
  readonly stays: boolean;
}

const addedText = ({ total, certificateLimit }: DashboardStats): string =>
  certificateLimit === null ? `${countText(total)} added` : `${countText(total)} of ${certificateLimit} added`;

/** Spec 1: exploring analytics counts as done with the first certificate. A step without a screen is left out. */
export function onboardingSteps(stats: DashboardStats, isThere: (path: string) => boolean = hasScreen): OnboardingStep[] {
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
      stays: true,
    },
  ];
  return steps.filter(({ to }) => isThere(to));
}
