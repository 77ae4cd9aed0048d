import { Group, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import css from './copy-text.module.css';

interface CopyTextProps {
  readonly value: string;
  /** Names what is copied, e.g. `Copy SHA-256 fingerprint`. */
  readonly label: string;
  /** A shorter form; the whole value is copied. */
  readonly shown?: string;
  /** Long values continue on the next line. Otherwise they end in an ellipsis. */
  readonly wrap?: boolean;
}

/** A fingerprint, key or number in monospace with its copy button. */
export function CopyText({ value, label, shown = value, wrap = false }: CopyTextProps) {
  return (
    <Group gap="xxs" wrap="nowrap" align={wrap ? 'flex-start' : 'center'} justify={wrap ? 'space-between' : 'flex-start'} my={-2}>
      <Text className={css.value ?? ''} size="sm" ff="monospace" truncate={!wrap} title={value}>
        {shown}
      </Text>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
