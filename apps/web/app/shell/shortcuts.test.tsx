import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useShortcuts } from './shortcuts.ts';

afterEach(cleanup);

const openHelp = vi.fn();

function Bound() {
  useShortcuts(openHelp);
  return null;
}

function Page() {
  return (
    <main>
      <Bound />
      <input type="search" aria-label="Search" />
    </main>
  );
}

const open = () => {
  openHelp.mockClear();
  const Stub = createRemixStub([
    { path: '/', Component: Page },
    { path: '/certificates', Component: () => <p>Certificates</p> },
  ]);
  render(<Stub />);
};

it.each([{ ctrlKey: true }, { metaKey: true }])('goes to the certificates with %o and D, in the browser’s place', async (modifier) => {
  open();
  const unhandled = fireEvent.keyDown(document.body, { key: 'd', ...modifier });
  expect(unhandled).toBe(false);
  expect(await screen.findByText('Certificates')).toBeTruthy();
});

it('goes there with g and then d', async () => {
  open();
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(await screen.findByText('Certificates')).toBeTruthy();
});

it('does nothing while a text field has the focus', () => {
  open();
  const field = screen.getByLabelText('Search');
  expect(fireEvent.keyDown(field, { key: 'd', ctrlKey: true })).toBe(true);
  fireEvent.keyDown(field, { key: 'g' });
  fireEvent.keyDown(field, { key: 'd' });
  fireEvent.keyDown(field, { key: '?' });
  expect(screen.queryByText('Certificates')).toBeNull();
  expect(openHelp).not.toHaveBeenCalled();
});

it('leaves d alone, other keys with Ctrl, and a screen that does not exist', () => {
  open();
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true })).toBe(true);
  expect(screen.queryByText('Certificates')).toBeNull();
});

it("focuses the screen's search with /, without typing it", () => {
  open();
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
  expect(fireEvent.keyDown(screen.getByLabelText('Search'), { key: '/' })).toBe(true);
});

it('leaves / alone without a search field', () => {
  const Stub = createRemixStub([{ path: '/', Component: () => <Bound /> }]);
  render(<Stub />);
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
});

it('opens its dialog with ?', () => {
  open();
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect(openHelp).toHaveBeenCalledOnce();
});
