import { expect, it } from 'vitest';
import { limitText } from './limit-text.ts';
import { plans } from './plans.ts';

it.each(Object.keys(plans))('speaks of an upgrade only where one is for sale: %s', (plan) => {
  for (const code of ['certificate_limit', 'user_limit'] as const)
    expect(limitText(code, plan).includes('Upgrade your plan')).toBe(plan !== 'Self-hosted');
});
