import { describe, expect, it } from 'vitest';
import { allowListText, everyText, problemsOf, wayText } from './collector-texts.ts';
import { sampleCollector, waitingCollector } from './testing/samples.ts';

it.each([
  [60, 'every minute'],
  [900, 'every 15 minutes'],
  [3_600, 'every hour'],
  [5_400, 'every 90 minutes'],
  [86_400, 'every day'],
  [604_800, 'every week'],
  [2_592_000, 'every 30 days'],
  [45, 'every 45 seconds'],
])('%i seconds are %s', (seconds, text) => {
  expect(everyText(seconds)).toBe(text);
});

describe('how reports come', () => {
  it('is what the program says of itself', () => {
    expect(wayText(sampleCollector())).toBe('Online, every hour');
    const about = { version: '0.1.0', host: 'vault-1', intervalSeconds: 3_600, mode: 'offline' as const, networks: [], ports: [] };
    expect(wayText(sampleCollector({ about }))).toBe('As files, every week');
  });

  it('is what was chosen, until it says so', () => {
    expect(wayText(waitingCollector())).toBe('Online');
    expect(wayText(waitingCollector({ carriedEverySeconds: 86_400 }))).toBe('As files, every day');
  });
});

describe('problems', () => {
  const texts = (changes: Parameters<typeof sampleCollector>[0]) => problemsOf(sampleCollector(changes)).map(({ text }) => text);

  it.each([
    [7 * 60_000, 'Its clock is 7 minutes ahead. '],
    [-2 * 3_600_000, 'Its clock is 2 hours behind. '],
    [3 * 86_400_000, 'Its clock is 3 days ahead. '],
  ])('say how far a clock is off: %i ms', (clockOffsetMs, text) => {
    expect(texts({ clockOffsetMs })[0]).toContain(text);
  });

  it('begin with the worst', () => {
    expect(problemsOf(sampleCollector({ state: 'forked', missingBundles: 1 })).map(({ tone }) => tone)).toEqual(['expired', 'warning']);
    expect(texts({ missingBundles: 1 })[0]).toContain('1 bundle never arrived.');
  });

  it('say what to do about silence, which depends on how reports come', () => {
    expect(texts({ state: 'silent' })[0]).toContain('Check that it runs and reaches this server.');
    expect(texts({ state: 'silent', about: null, carriedEverySeconds: 86_400 })[0]).toContain('carry its bundles here.');
  });

  it('are none of a collector that is well or revoked', () => {
    expect(texts({})).toEqual([]);
    expect(texts({ state: 'revoked', clockOffsetMs: 900_000, missingBundles: 3 })).toEqual([]);
  });
});

it('names nothing to probe without both networks and ports', () => {
  expect(allowListText({ networks: ['10.0.0.0/8', 'fd00::/8'], ports: ['443'] })).toBe('10.0.0.0/8, fd00::/8; port 443');
  expect(allowListText({ networks: ['10.0.0.0/8'], ports: [] })).toBe('No endpoints');
  expect(allowListText({ networks: [], ports: ['443'] })).toBe('No endpoints');
});
