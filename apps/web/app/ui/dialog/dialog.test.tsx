import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { clearScreen } from '../../testing/render-app-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Dialog } from './dialog.tsx';

afterEach(clearScreen);

/** Leads from one dialog to the next, as a secret that is made leads to the one that shows it. */
function Screen() {
  const [step, setStep] = useState<'none' | 'ask' | 'show'>('none');
  const close = (): void => setStep('none');
  return (
    <>
      <button type="button" onClick={() => setStep('ask')}>
        Create
      </button>
      {step === 'ask' ? (
        <Dialog title="Create Token" onClose={close}>
          <button type="button" data-autofocus onClick={() => setStep('show')}>
            Go on
          </button>
        </Dialog>
      ) : null}
      {step === 'show' ? (
        <Dialog title="Token created" onClose={close}>
          <button type="button" data-autofocus>
            Copy
          </button>
        </Dialog>
      ) : null}
    </>
  );
}

const press = async (name: string): Promise<void> => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};
const focused = (name: string) => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

it('gives the focus back to what opened it', async () => {
  renderScreen(<Screen />);
  await press('Create');
  await focused('Go on');
  await press('Close');
  await focused('Create');
});

it('gives it back over the dialogs that came after', async () => {
  renderScreen(<Screen />);
  await press('Create');
  await focused('Go on');
  await press('Go on');
  await focused('Copy');
  await press('Close');
  await focused('Create');
});
