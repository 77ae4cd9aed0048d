import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Favicon } from './favicon.tsx';

// The DOM of tests loads no pictures and calls them complete.
const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
beforeEach(() => void complete.mockReturnValue(false));

const shown = (domain: string) => {
  const { container } = render(<Favicon domain={domain} />);
  const plate = container.firstElementChild;
  const image = container.querySelector('img');
  if (!(plate instanceof HTMLElement) || image === null) throw new Error('The icon is missing.');
  return { plate, image, container };
};

it.each([
  ['shop.example', 'S'],
  ['www.example.com', 'E'],
  ['_dmarc.example', 'D'],
  ['[2001:db8::1]:8443', '2'],
  ['xn--bcher-kva.example', 'X'],
])('stands for %s by %s until there is an icon, and asks only our own server', (domain, initial) => {
  const { plate, image } = shown(domain);
  expect(plate.dataset).toMatchObject({ initial, state: 'awaited' });
  expect(image.getAttribute('src')).toBe(`/favicons/${encodeURIComponent(domain)}`);
  fireEvent.load(image);
  expect(plate.dataset.state).toBe('shown');
});

it('keeps the letter if the site has no icon', () => {
  const { plate, image, container } = shown('plain.example');
  fireEvent.error(image);
  expect(plate.dataset.state).toBe('missing');
  expect(container.querySelector('img')).toBeNull();
});

it('notices an icon that failed before hydration', () => {
  complete.mockReturnValue(true);
  const { container } = render(<Favicon domain="early.example" />);
  expect(container.querySelector('img')).toBeNull();
});

it('adds no text to the page', () => {
  const { container } = shown('quiet.example');
  expect(container.textContent).toBe('');
  expect(screen.queryByRole('img')).toBeNull();
});
