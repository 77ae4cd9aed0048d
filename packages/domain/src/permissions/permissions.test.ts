import { expect, it } from 'vitest';
import { planIncludes } from './permissions.ts';

it('asks the plan that is in force: the installation may give every organization all features', () => {
  expect(planIncludes('collectors', { plan: 'Enterprise' }, 'Forever Free')).toBe(true);
  expect(planIncludes('collectors', { plan: 'Team' }, 'Forever Free')).toBe(false);
  expect(planIncludes('collectors', { plan: 'Team' }, 'Self-hosted')).toBe(true);
  expect(planIncludes('collectors', { plan: 'a plan of the past' }, 'Forever Free')).toBe(false);
});
