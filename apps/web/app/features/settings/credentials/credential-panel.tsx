import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Count } from '../../../ui/badge/badge.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, EmptyState, ErrorState } from '../../../ui/states/states.tsx';
import css from './credentials.module.css';

interface CredentialPanelProps {
  readonly title: string;
  readonly create: string;
  /** Absent: this person may look only. */
  readonly onCreate?: (() => void) | undefined;
  readonly list: { readonly isError: boolean; readonly isFetching: boolean; readonly error: unknown; readonly refetch: () => unknown };
  /** How many there are; undefined until they are known. */
  readonly count: number | undefined;
  readonly failedText: string;
  readonly empty: { readonly title: string; readonly text: string };
  /** The table. */
  readonly children: ReactNode;
}

/** Tokens or keys, in each state that a list can be in. */
export function CredentialPanel({ title, create, onCreate, list, count, failedText, empty, children }: CredentialPanelProps) {
  const button =
    onCreate === undefined ? null : (
      <Button size="sm" leftSection={<Icon name="plus" small />} onClick={onCreate}>
        {create}
      </Button>
    );
  return (
    <Panel title={title} {...(count === undefined ? {} : { count: <Count>{count}</Count> })} aside={button}>
      {count === undefined ? (
        list.isError ? (
          <ErrorState
            title={failedText}
            text={failureText(list.error, 'What they are used for goes on.')}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={72} />
            <Bone width={64} />
          </div>
        )
      ) : count === 0 ? (
        <EmptyState title={empty.title} text={empty.text} />
      ) : (
        children
      )}
    </Panel>
  );
}
