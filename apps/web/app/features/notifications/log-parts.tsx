import { Button, Group, Text } from '@mantine/core';

/** The answer of a receiver, or a payload, with its line breaks. */
export function RawText({ children }: { readonly children: string | null }) {
  if (children === null || children === '') return null;
  return (
    <Text component="code" ff="monospace" size="xs" c="dimmed" display="block" style={{ whiteSpace: 'pre-wrap' }}>
      {children}
    </Text>
  );
}

interface ShowOlderProps {
  /** The result of `useInfiniteQuery`. */
  readonly query: { readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown };
}

/** Loads the next page of a log below the rows that are shown. */
export function ShowOlder({ query: { isFetchingNextPage, fetchNextPage } }: ShowOlderProps) {
  return (
    <Group justify="center">
      <Button variant="default" size="sm" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading...' : 'Show Older'}
      </Button>
    </Group>
  );
}
