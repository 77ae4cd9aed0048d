import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type ComponentType, useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clearScreen } from '../../testing/render-app-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { laterDialog, laterPart } from './later.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
beforeEach(() => Reflect.set(globalThis, '__remixManifest', { version: 'ours' }));
afterEach(() => {
  clearScreen();
  server.resetHandlers();
  Reflect.deleteProperty(globalThis, '__remixManifest');
});

const serverIs = (state: 'away' | 'same' | 'newer') =>
  server.use(
    http.get('*/__manifest', ({ request }) => {
      expect(new URL(request.url).searchParams.get('version')).toBe('ours');
      if (state === 'away') return HttpResponse.error();
      return state === 'newer' ? new HttpResponse(null, { status: 204 }) : HttpResponse.json({});
    }),
  );

interface Props {
  readonly onClose: () => void;
}

const Arrived = ({ onClose }: Props) => (
  <button type="button" onClick={onClose}>
    Done
  </button>
);

/** Code that does not come until it is let through. */
const gate = () => {
  let open = false;
  let asked = 0;
  return {
    asked: () => asked,
    open: () => {
      open = true;
    },
    load: async (): Promise<{ readonly default: ComponentType<Props> }> => {
      asked += 1;
      if (!open) throw new TypeError('Failed to fetch dynamically imported module: /assets/part-1.js');
      return { default: Arrived };
    },
  };
};

/** A form with a dialog: what was typed is what must not be lost. */
const render = (Dialog: ComponentType<Props>): void => {
  function Screen() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <input aria-label="Name" />
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        {opened ? <Dialog onClose={() => setOpened(false)} /> : null}
      </>
    );
  }
  renderScreen(<Screen />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'typed' } });
  press('Open');
};
const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};
const failed = () => screen.findByRole('dialog', { name: 'Loading chunk failed' });
const expectScreenAsItWas = (): void => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('typed');

it('keeps the screen where a dialog did not come, says so and tries again', async () => {
  serverIs('away');
  const code = gate();
  render(laterDialog(code.load));
  expect((await failed()).textContent).toContain('This dialog could not be loaded: the server did not answer.');
  expectScreenAsItWas();

  press('Try Again');
  await waitFor(() => expect(code.asked()).toBe(2));
  await failed();

  code.open();
  press('Try Again');
  expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
  expect(screen.queryByText('Loading chunk failed')).toBeNull();
  expectScreenAsItWas();
});

it('goes back to the screen on Cancel, and to what was pressed there', async () => {
  serverIs('same');
  render(laterDialog(gate().load));
  await failed();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  expectScreenAsItWas();
});

it('offers to reload where the server has another build, and says what that loses', async () => {
  serverIs('newer');
  render(laterDialog(gate().load));
  expect((await failed()).textContent).toContain('What is typed on this screen and not saved is lost then.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

it('says it in its place where it is a part of the screen', async () => {
  serverIs('away');
  const code = gate();
  render(laterPart(code.load));
  expect((await screen.findByRole('alert')).textContent).toContain('This part of the screen could not be loaded');
  code.open();
  press('Retry');
  expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
  expectScreenAsItWas();
});

it('offers to reload a part of another build', async () => {
  serverIs('newer');
  render(laterPart(gate().load));
  await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

it('asks anew for the styles that did not come with the code', async () => {
  serverIs('away');
  const missing = document.createElement('link');
  missing.setAttribute('rel', 'stylesheet');
  missing.setAttribute('data-part', '');
  document.head.append(missing);
  const code = gate();
  render(laterPart(code.load));
  await screen.findByRole('button', { name: 'Retry' });
  code.open();
  press('Retry');
  await waitFor(() => expect(missing.isConnected).toBe(false));
  expect(code.asked()).toBe(1);
  document.querySelector('link[data-part]')?.dispatchEvent(new Event('load'));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
  document.querySelector('link[data-part]')?.remove();
});
