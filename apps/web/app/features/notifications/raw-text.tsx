import { Text } from '@mantine/core';

/** The answer of a receiver, or a payload, with its line breaks. */
export function RawText({ children }: { readonly children: string | null }) {
  if (children === null || children === '') return null;
  return (
    <Text component="code" ff="monospace" size="xs" c="dimmed" display="block" style={{ whiteSpace: 'pre-wrap' }}>
      {children}
    </Text>
  );
}
