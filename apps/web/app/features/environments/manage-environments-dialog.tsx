import { Button } from '@mantine/core';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Bone, ErrorState } from '../../ui/states/states.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { EnvironmentItem, RemovalQuestion } from './environment-item.tsx';
import { hasRoom, usedText } from './environment-texts.ts';
import css from './environments.module.css';
import type { Environment, EnvironmentList } from './types.ts';
import { type EnvironmentFields, useEnvironments } from './use-environments.ts';

/** Which row is being worked on; one at a time. */
type Doing = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly id: Environment['id'] } | null;

/** The compact form: every environment of the organization, made, renamed and removed in place. */
export default function ManageEnvironmentsDialog({ onClose }: { readonly onClose: () => void }) {
  const { list, failure, clearFailure, busy, save, remove } = useEnvironments();
  const [doing, setDoing] = useState<Doing>(null);
  const turnTo = (next: Doing): void => {
    clearFailure();
    setDoing(next);
  };
  const finish = async (action: Promise<boolean>): Promise<void> => {
    if (await action) setDoing(null);
  };
  return (
    <Dialog title="Manage Environments" busy={busy} onClose={onClose}>
      {failure === null ? null : (
        <div className={css.failure}>
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        </div>
      )}
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState
            title="Environments did not load"
            text={problemOfCall(list.error).message}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={48} />
            <Bone width={62} />
          </div>
        )
      ) : (
        <Environments
          list={list.data}
          doing={doing}
          busy={busy}
          onTurn={turnTo}
          onSave={(fields, edited) => void finish(save(fields, edited))}
          onRemove={(environment) => void finish(remove(environment))}
        />
      )}
    </Dialog>
  );
}

interface EnvironmentsProps {
  readonly list: EnvironmentList;
  readonly doing: Doing;
  readonly busy: boolean;
  readonly onTurn: (next: Doing) => void;
  readonly onSave: (fields: EnvironmentFields, edited: Environment | null) => void;
  readonly onRemove: (environment: Environment) => void;
}

function Environments({ list, doing, busy, onTurn, onSave, onRemove }: EnvironmentsProps) {
  const stop = (): void => onTurn(null);
  const isDoing = (what: 'edit' | 'remove', id: Environment['id']): boolean => doing?.what === what && doing.id === id;
  return (
    <>
      {list.environments.length === 0 ? (
        <p className={css.none}>No environments yet. Certificates can then be told apart as Production, Staging and so on.</p>
      ) : (
        <ul className={css.list}>
          {list.environments.map((environment) => {
            const { id } = environment;
            return (
              <li key={id} className={css.item}>
                {isDoing('edit', id) ? (
                  <EnvironmentForm edited={environment} busy={busy} onSave={(fields) => onSave(fields, environment)} onCancel={stop} />
                ) : isDoing('remove', id) ? (
                  <RemovalQuestion environment={environment} busy={busy} onConfirm={() => onRemove(environment)} onCancel={stop} />
                ) : (
                  <EnvironmentItem
                    environment={environment}
                    onEdit={() => onTurn({ what: 'edit', id })}
                    onRemove={() => onTurn({ what: 'remove', id })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {doing?.what === 'add' ? (
        <EnvironmentForm edited={null} busy={busy} onSave={(fields) => onSave(fields, null)} onCancel={stop} />
      ) : (
        <div className={css.listFoot}>
          <Button
            variant="default"
            size="sm"
            leftSection={<Icon name="plus" small />}
            disabled={!hasRoom(list) || busy}
            onClick={() => onTurn({ what: 'add' })}
          >
            Add Environment
          </Button>
          <span>{usedText(list)}</span>
        </div>
      )}
    </>
  );
}
