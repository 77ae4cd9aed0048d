import { ActionIcon } from '@mantine/core';
import { Icon } from '../icons.tsx';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps {
  readonly value: string;
  /** Names what is copied, e.g. `Copy SHA-256 fingerprint`. */
  readonly label: string;
}

/** Says Copied for 2 s. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { copied, copy } = useCopied();
  return (
    <ActionIcon variant="subtle" color="gray" size={24} onClick={() => copy(value)} aria-label={copied ? 'Copied' : label}>
      <Icon name={copied ? 'check' : 'copy'} small />
    </ActionIcon>
  );
}
