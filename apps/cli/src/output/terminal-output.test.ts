import { printable } from '@notafter/command-line';
import { describe, expect, it, vi } from 'vitest';
import { createPaint } from './colors.ts';
import { createProgressBar, formatProgress } from './progress-bar.ts';

describe('colors', () => {
  it('are used on a terminal only', () => {
    expect(createPaint({ isTTY: true }, {})('red', 'bad')).toBe('\u001b[31mbad\u001b[0m');
    expect(createPaint({ isTTY: false }, {})('red', 'bad')).toBe('bad');
    expect(createPaint({}, {})('red', 'bad')).toBe('bad');
  });

  it('are off if NO_COLOR is set or the terminal is dumb', () => {
    expect(createPaint({ isTTY: true }, { NO_COLOR: '0' })('red', 'bad')).toBe('bad');
    expect(createPaint({ isTTY: true }, { NO_COLOR: '' })('red', 'bad')).toContain('\u001b');
    expect(createPaint({ isTTY: true }, { TERM: 'dumb' })('red', 'bad')).toBe('bad');
  });
});

describe('the progress bar', () => {
  const terminal = (isTTY: boolean) => ({ isTTY, write: vi.fn((_: unknown) => true) });

  it('shows the progress once the length of the list is known', () => {
    expect(formatProgress(412, 1_000, '3 critical')).toBe('█████████░░░░░░░░░░░░░░░  412 of 1,000  3 critical');
    expect(formatProgress(1_000, 1_000, '')).toBe('████████████████████████  1,000 of 1,000');
    expect(formatProgress(412, null, '')).toBe('412 checked');
  });

  it('is drawn on a terminal and cleared completely', () => {
    const stderr = terminal(true);
    const bar = createProgressBar(stderr, {});
    bar.update(1, 4, '');
    bar.hide();
    bar.hide();
    expect(stderr.write.mock.calls.map(([text]) => text)).toEqual([`\r\u001b[K${formatProgress(1, 4, '')}`, '\r\u001b[K']);
  });

  it.each([
    [30, '412 of 1,000  3 critical'],
    [20, '412 of 1,000  3 cri'],
    [0, formatProgress(412, 1_000, '3 critical')],
  ])('stays on one line of a terminal %i columns wide', (columns, shown) => {
    const stderr = { ...terminal(true), columns };
    createProgressBar(stderr, {}).update(412, 1_000, '3 critical');
    expect(stderr.write).toHaveBeenCalledWith(`\r\u001b[K${shown}`);
  });

  it('is not redrawn for every one of a thousand results', () => {
    const stderr = terminal(true);
    const bar = createProgressBar(stderr, {});
    for (let done = 1; done <= 1_000; done += 1) bar.update(done, 1_000, '');
    expect(stderr.write.mock.calls.length).toBeLessThan(50);
  });

  it('writes nothing elsewhere', () => {
    for (const [isTTY, env] of [
      [false, {}],
      [true, { TERM: 'dumb' }],
    ] as const) {
      const stderr = terminal(isTTY);
      createProgressBar(stderr, env).update(1, 2, '');
      expect(stderr.write).not.toHaveBeenCalled();
    }
  });
});

it('untrusted text cannot control the terminal or its direction', () => {
  expect(printable('a\u001b[31mb\u202ec\u0000d\ne\u2028f\u009bg')).toBe('a\uFFFD[31mb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg');
  expect(printable('münchen 例え')).toBe('münchen 例え');
});
