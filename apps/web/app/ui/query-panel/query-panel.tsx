import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { Panel } from '../panel/panel.tsx';
import { Bone, ErrorState } from '../states/states.tsx';

/** The result of `useQuery`, or one whose `data` is narrowed to what the screen shows. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface QueryPanelProps<Data> {
  readonly query: QueryState<Data>;
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

interface UntilLoadedProps<Data> extends Omit<QueryPanelProps<Data>, 'isEmpty' | 'empty' | 'skeleton'> {
  /** Heading of the panel, or its name without one. */
  readonly title?: string;
  readonly label?: string;
}

/** Data that fills several panels. One panel stands for them until it is loaded. */
export function UntilLoaded<Data>({ title, label, children, ...states }: UntilLoadedProps<Data>) {
  const { data } = states.query;
  if (data !== undefined) return children(data);
  return (
    <Panel title={title} label={label}>
      <QueryPanel {...states}>{() => null}</QueryPanel>
    </Panel>
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
