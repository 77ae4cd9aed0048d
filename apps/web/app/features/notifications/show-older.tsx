import { Button, Group } from '@mantine/core';

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
