import type { PlanName } from '@notafter/domain';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { navigationGroups } from '../../shell/navigation.ts';
import { Sidebar } from '../../shell/sidebar.tsx';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { UpgradeLink } from './upgrade-link.tsx';

afterEach(clearScreen);

const links = (plan: PlanName) => {
  renderAppScreen(
    <>
      <Sidebar orgName="Example" plan={plan} />
      <UpgradeLink />
      <UpgradeLink look="text" />
    </>,
    { plan },
  );
  return screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/billing')).length;
};

it("is next to the sidebar's entry if plans are sold, and only then", () => {
  expect(links('Forever Free')).toBe(3);
  clearScreen();
  expect(links('Self-hosted')).toBe(0);
  expect(navigationGroups.flatMap((group) => group.links).find(({ to }) => to === '/billing')).toMatchObject({ label: 'Billing' });
});
