import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { clearScreen } from '../../testing/render-app-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { lazyDialog, lazyPart } from './lazy.tsx';

let reload: MockInstance<() => void>;
beforeEach(() => {
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  // React reports each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  clearScreen();
  vi.restoreAllMocks();
});

interface Props {
  readonly onClose: () => void;
}

const Loaded = ({ onClose }: Props) => (
  <button type="button" onClick={onClose}>
    Done
  </button>
);
const loaded = async () => ({ default: Loaded });
const missing = async (): Promise<never> => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/part-1.js');
};

const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

/** A form that opens a dialog: what was typed must not be lost. */
const open = (Dialog: ComponentType<Props>): void => {
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

it('shows a dialog once its code is loaded', async () => {
  open(lazyDialog(loaded));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
});

it('says that the code of a dialog did not load, and Cancel leads back to the screen as it was', async () => {
  open(lazyDialog(missing));
  const failed = await screen.findByRole('dialog', { name: 'Loading chunk failed' });
  expect(failed.textContent).toContain('Unsaved changes on this page will be lost.');
  press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('typed');
});

it('reloads the page from a dialog whose code did not load', async () => {
  open(lazyDialog(missing));
  await screen.findByRole('dialog', { name: 'Loading chunk failed' });
  press('Reload');
  expect(reload).toHaveBeenCalledOnce();
});

it('offers to reload in the place of a part whose code did not load, and keeps the rest', async () => {
  open(lazyPart(missing));
  expect((await screen.findByRole('alert')).textContent).toContain('This part of the page could not be loaded.');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('typed');
  press('Reload');
  expect(reload).toHaveBeenCalledOnce();
});

class Outer extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError({ message }: Error) {
    return { message };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

it('leaves an error of the code itself to the boundary around it', async () => {
  const Broken = lazyPart(async () => ({
    default: (): never => {
      throw new RangeError('broken');
    },
  }));
  renderScreen(
    <Outer>
      <Broken />
    </Outer>,
  );
  expect(await screen.findByText('broken')).toBeTruthy();
});
