import { Button, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCopied } from '../copy/use-copied.ts';

import { Icon } from '../icons.tsx';
import { Dialog } from './dialog.tsx';
import css from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  /** Names the secret, e.g. `Token`. */
  readonly label: string;
  readonly secret: string;
  /** Why it cannot be shown again. */
  readonly text: ReactNode;
  /** More facts about it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once: masked until the person asks, copied with one key. */
export default function SecretDialog({ title, label, secret, text, children, onClose }: SecretDialogProps) {
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
      <Text size="sm" mb="md">
        {text}
      </Text>
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
