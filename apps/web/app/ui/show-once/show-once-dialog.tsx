import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCopied } from '../copy/use-copied.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { Icon } from '../icons.tsx';
import css from './show-once-dialog.module.css';

interface ShowOnceDialogProps {
  readonly title: string;
  /** What the secret is called, e.g. `Token`. */
  readonly label: string;
  readonly secret: string;
  /** Why it cannot be shown again. */
  readonly text: ReactNode;
  /** What else is to be known of it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A secret at the only moment it can be seen: masked until asked for, copied with one key. */
export default function ShowOnceDialog({ title, label, secret, text, children, onClose }: ShowOnceDialogProps) {
  const [shown, setShown] = useState(false);
  const { copied, copy } = useCopied();
  return (
    <Dialog
      title={title}
      size={560}
      onlyByButton
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className={css.text}>{text}</p>
      <div className={css.secret}>
        <Textarea
          label={label}
          readOnly
          autosize
          autoComplete="off"
          spellCheck={false}
          data-masked={shown ? undefined : true}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: css.value ?? '' }}
        />
        <Button
          variant="default"
          aria-label={shown ? `Hide ${label}` : `Show ${label}`}
          aria-pressed={shown}
          onClick={() => setShown((visible) => !visible)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} small />
        </Button>
        <Button data-autofocus leftSection={<Icon name={copied ? 'check' : 'copy'} small />} onClick={() => copy(secret)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {children}
    </Dialog>
  );
}
