import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { WholeDates } from './whole-dates.tsx';

afterEach(cleanup);

it('marks every date of a sentence and leaves the words as they are', () => {
  const text = 'From 2026-09-06 on, at 2026-12-05 02:48 UTC. Not 1-2-3.';
  const { container } = render(<WholeDates text={text} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('time')].map((time) => time.textContent)).toEqual(['2026-09-06', '2026-12-05']);
});

it('needs no date', () => {
  const { container } = render(<WholeDates text="Renew it now." />);
  expect(container.innerHTML).toBe('Renew it now.');
});
