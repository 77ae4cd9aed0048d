import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { focusAndSelect } from '../../../ui/forms/focus.ts';
import { QrCode } from './qr-code.tsx';
import css from './security.module.css';
import type { TotpSetUp } from './types.ts';

interface SetUpAppDialogProps {
  readonly setUp: TotpSetUp;
  /** Rejects with the call's error. Whoever resolves it takes the dialog away. */
  readonly onConfirm: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Groups of four are read and typed without losing the place. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Hands the secret to an app and takes the first code from it. */
export default function SetUpAppDialog({ setUp: { secret, uri }, onConfirm, onClose }: SetUpAppDialogProps) {
  const formId = useId();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    if (code.trim() === '') return setWrong('Enter the code that the app shows.');
    setBusy(true);
    try {
      await onConfirm(code);
    } catch (error) {
      setBusy(false);
      const { code: failed, message } = problemOfCall(error);
      if (failed === 'second_factor_invalid') setWrong(message);
      else setFailure(failureText(error, 'Failed to turn the app on'));
      focusAndSelect(input.current);
    }
  };
  return (
    <Dialog
      title="Set up an authenticator app"
      size={560}
      busy={busy}
      onlyByButton
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={busy}>
            {busy ? 'Turning on...' : 'Turn On'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure === undefined ? null : (
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        )}
        <div className={css.scan}>
          <QrCode text={uri} label="QR code for your authenticator app" />
          <div className={css.beside}>
            <p>Scan this with an authenticator app. If you cannot scan it, enter this key in the app:</p>
            <p className={css.secret}>
              <code>{grouped(secret)}</code>
              <CopyButton value={secret} label="Copy key" />
            </p>
          </div>
        </div>
        <TextInput
          label="Code"
          description="The six digits that the app shows for Notafter now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          size="lg"
          maxLength={20}
          value={code}
          onChange={(event) => {
            setWrong(undefined);
            setCode(event.currentTarget.value);
          }}
          error={fieldError(wrong)}
          ref={input}
        />
      </form>
    </Dialog>
  );
}
