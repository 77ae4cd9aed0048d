import { Link, Outlet, useNavigate } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLightPrint } from './use-light-print.ts';

let loaded = true;
const listeners = new Set<() => void>();
const load = (): void => {
  loaded = true;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
beforeEach(load);
afterEach(cleanup);

function Frame() {
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <main ref={main} tabIndex={-1}>
      <Outlet />
    </main>
  );
}

function List() {
  const shown = useSyncExternalStore(subscribe, () => loaded);
  if (!shown) return <p>Loading</p>;
  return ['one', 'two'].map((name) => (
    <Link key={name} to={`/detail/${name}`}>
      {name}
    </Link>
  ));
}

function Detail({ takesFocus = false }: { readonly takesFocus?: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: a screen that begins with its field is what is tested. */}
      {takesFocus ? <input aria-label="Field" autoFocus /> : null}
    </>
  );
}

const open = (takesFocus = false) => {
  const Stub = createRemixStub([
    {
      path: '/',
      Component: Frame,
      children: [
        { path: 'list', Component: List },
        { path: 'detail/:name', Component: () => <Detail takesFocus={takesFocus} /> },
      ],
    },
  ]);
  render(<Stub initialEntries={['/list']} />);
};
const follow = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  link.focus();
  fireEvent.click(link);
  await screen.findByRole('button', { name: 'Back' });
};
const back = () => fireEvent.click(screen.getByRole('button', { name: 'Back' }));
const focused = () => document.activeElement;

describe('the focus', () => {
  it('goes to the next screen, and back to the link it left by', async () => {
    open();
    await follow('two');
    expect(focused()).toBe(screen.getByRole('main'));
    back();
    await waitFor(() => expect(focused()).toBe(screen.getByRole('link', { name: 'two' })));
  });

  it('waits for the link if its list is loaded again', async () => {
    open();
    await follow('two');
    loaded = false;
    back();
    await screen.findByText('Loading');
    await waitFor(() => expect(focused()).toBe(screen.getByRole('main')));
    act(load);
    await waitFor(() => expect(focused()).toBe(screen.getByRole('link', { name: 'two' })));
  });

  it('is not called back from where somebody went meanwhile', async () => {
    open();
    await follow('two');
    loaded = false;
    back();
    await screen.findByText('Loading');
    const elsewhere = document.body.appendChild(document.createElement('button'));
    elsewhere.focus();
    act(load);
    await screen.findByRole('link', { name: 'two' });
    expect(focused()).toBe(elsewhere);
    elsewhere.remove();
  });

  it('stays where the next screen put it', async () => {
    open(true);
    await follow('one');
    expect(focused()).toBe(screen.getByLabelText('Field'));
  });
});

it('prints in light, and shows the screen as it was afterwards', () => {
  const page = document.documentElement;
  page.setAttribute('data-mantine-color-scheme', 'dark');
  function Printed() {
    useLightPrint();
    return null;
  }
  render(<Printed />);
  fireEvent(window, new Event('beforeprint'));
  expect(page.getAttribute('data-mantine-color-scheme')).toBe('light');
  fireEvent(window, new Event('afterprint'));
  expect(page.getAttribute('data-mantine-color-scheme')).toBe('dark');
});
