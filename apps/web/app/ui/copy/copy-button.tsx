import { ActionIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';

const COPIED_MS = 2000;

/** A page on plain http away from localhost has no clipboard object; a selected field still copies. */
async function writeClipboard(value: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(value);
  const field = document.createElement('textarea');
  field.value = value;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

interface CopyButtonProps {
  readonly value: string;
  /** Names what is copied, e.g. `Copy SHA-256 fingerprint`. */
  readonly label: string;
}

/** Says Copied for 2 s. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await writeClipboard(value);
    setCopied(true);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      onClick={() => void copy().catch(() => setCopied(false))}
      aria-label={copied ? 'Copied' : label}
    >
      <Icon name={copied ? 'check' : 'copy'} small />
    </ActionIcon>
  );
}
