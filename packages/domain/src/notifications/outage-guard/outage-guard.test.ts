import { describe, expect, it } from 'vitest';
import { judgeOutage } from './outage-guard.ts';

describe('judgeOutage', () => {
  it.each([
    // checked, silent, endpoints, verdict
    ['nobody was checked', 0, 0, 1000, 'none'],
    ['one endpoint of a small installation', 1, 1, 5, 'none'],
    ['all of a small installation', 20, 20, 20, 'none'],
    ['a tenth exactly', 300, 30, 1000, 'none'],
    ['more than a tenth and more than 20', 300, 31, 1000, 'mass'],
    ['everything', 100_000, 100_000, 100_000, 'mass'],
    ['a third of the few that were checked so far', 40, 12, 1000, 'unclear'],
    ['a third of the few, of few', 4, 1, 60, 'none'],
    ['a few of everything', 150, 20, 150, 'none'],
    ['too few of everything', 1000, 25, 1000, 'none'],
  ])('%s', (_name, checked, wentSilent, endpoints, verdict) => {
    expect(judgeOutage({ checked, wentSilent }, endpoints)).toBe(verdict);
  });
});
