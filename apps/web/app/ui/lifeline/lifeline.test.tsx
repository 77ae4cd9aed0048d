import { addMs, DAY_MS } from '@notafter/domain';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DayRuler } from './day-ruler.tsx';
import { Horizon } from './horizon.tsx';
import { Lifeline } from './lifeline.tsx';

afterEach(cleanup);

const now = new Date('2026-11-20T08:12:00Z');
const life = { notBefore: addMs(now, -76 * DAY_MS), notAfter: addMs(now, 14 * DAY_MS), now };

it('hides a horizon from screen readers, since days and date are next to it', () => {
  const { container } = render(<Horizon life={life} tone="warning" />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});

it('draws the guides alone for a certificate that was never seen', () => {
  const seen = render(<Horizon life={life} tone="warning" />).container.querySelectorAll('i, span').length;
  const unseen = render(<Horizon life={null} tone="unreachable" />).container.querySelectorAll('i, span').length;
  expect(seen - unseen).toBe(3);
});

it('hides a lifeline unless it stands alone with a sentence', () => {
  render(<Lifeline life={life} tone="valid" />);
  expect(screen.queryByRole('img')).toBeNull();
  render(<Lifeline life={life} tone="valid" label="14 days left" />);
  expect(screen.getByRole('img', { name: '14 days left' })).toBeTruthy();
});

it('describes a day ruler in one sentence', () => {
  render(<DayRuler life={life} tone="warning" />);
  expect(screen.getByRole('img', { name: 'Issued 2026-09-05, expires 2026-12-04, 14 days left' })).toBeTruthy();
});

it('says overdue in whole days, as the table counts them', () => {
  render(<DayRuler life={{ ...life, notAfter: addMs(now, -2.5 * DAY_MS) }} tone="expired" />);
  expect(screen.getByRole('img', { name: /expired 2026-11-17, 3 days overdue/ })).toBeTruthy();
});
