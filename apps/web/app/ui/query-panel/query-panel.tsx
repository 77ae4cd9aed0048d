import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { Bone, ErrorState } from '../states/states.tsx';

interface QueryPanelProps<Data> {
  /** The result of `useQuery`, or one whose `data` is narrowed to what the screen shows. */
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** For example `The audit log did not load`. */
  readonly failed: string;
  /** Follows the reason and names the parts that still work: `Monitoring continues.` */
  readonly unaffected?: string;
  /** By default three gray bars. */
  readonly skeleton?: ReactNode;
  readonly isEmpty?: (data: Data) => boolean;
  /** An `EmptyState`. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The states of a query in one place: loading, failed with Retry, empty, and its data. Data that is there stays if a refetch fails. */
export function QueryPanel<Data>({ query, failed, unaffected, skeleton, isEmpty, empty, children }: QueryPanelProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) === true ? empty : children(query.data);
  if (!query.isError) return skeleton ?? <Bones />;
  const { message } = problemOfCall(query.error);
  return (
    <ErrorState
      title={failed}
      text={unaffected === undefined ? message : `${message} ${unaffected}`}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** Lines of text to come. */
export function Bones({ widths = [62, 54, 48] }: { readonly widths?: readonly number[] }) {
  return (
    <Stack gap="lg" px="md" py={20} aria-hidden="true">
      {widths.map((width) => (
        <Bone key={width} width={width} />
      ))}
    </Stack>
  );
}
