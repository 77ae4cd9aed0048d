import { IconButton } from '../buttons/buttons.tsx';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps {
  readonly value: string;
  /** Names what is copied, e.g. `Copy SHA-256 fingerprint`. */
  readonly label: string;
}

/** Says Copied for 2 s. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { copied, copy } = useCopied();
  return <IconButton icon={copied ? 'check' : 'copy'} label={copied ? 'Copied' : label} size={24} onClick={() => copy(value)} />;
}
