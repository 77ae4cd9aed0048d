import type { Page } from 'playwright-core';
import { answer, type Shot } from './shot.ts';

/** The chart's code loads after the screen. */
const drawn = (page: Page): Promise<void> => page.locator('.recharts-bar-rectangle').first().waitFor();
const toAnalytics = (page: Page): Promise<void> => page.getByRole('link', { name: 'Analytics', exact: true }).click();

/** The panel with the sliders loads after the screen. */
const worked = (page: Page): Promise<void> => page.getByRole('slider').first().waitFor();

const charted = (page: Page): Promise<void> => page.locator('.recharts-line-curve').first().waitFor({ state: 'attached' });

/** The analytics screen in each of its states. */
export const analyticsShots: readonly Shot[] = [
  { name: 'analytics', as: 'demo', path: '/analytics', prepare: drawn },
  { name: 'analytics-365-days', as: 'demo', path: '/analytics?days=365', prepare: drawn },
  { name: 'analytics-as-viewer', as: 'viewer', path: '/analytics', prepare: drawn },
  { name: 'analytics-empty', as: 'empty', path: '/analytics' },
  { name: 'analytics-locked', as: 'keys', path: '/analytics' },
  { name: 'analytics-readiness', as: 'keys', path: '/analytics/readiness', prepare: worked },
  { name: 'analytics-cryptography', as: 'demo', path: '/analytics/cryptography', prepare: charted },
  { name: 'analytics-report', as: 'demo', path: '/analytics/report' },
  { name: 'analytics-report-locked', as: 'keys', path: '/analytics/report' },
  { name: 'analytics-readiness-empty', as: 'empty', path: '/analytics/readiness' },
  {
    name: 'analytics-failed',
    as: 'demo',
    path: '/audit',
    only: 'wide',
    prepare: async (page) => {
      for (const procedure of ['analytics.get', 'analytics.team', 'analytics.timeline', 'certificates.sslScores'])
        await answer(page, procedure, 'fails');
      await toAnalytics(page);
      await page.getByText('The timeline did not load').waitFor();
    },
  },
];
