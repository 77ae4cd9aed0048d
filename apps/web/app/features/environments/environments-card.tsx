import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useMay } from '../../shell/session.ts';
import { Count } from '../../ui/badge/badge.tsx';
import { Banner } from '../../ui/banner/banner.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../ui/states/states.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { assignedText, hasRoom } from './environment-texts.ts';
import css from './environments.module.css';
import type { Environment, EnvironmentList } from './types.ts';
import { useEnvironments } from './use-environments.ts';

const EnvironmentDialog = lazyDialog(() => import('./environment-dialog.tsx'));
const RemoveEnvironmentDialog = lazyDialog(() => import('./remove-environment-dialog.tsx'));

/** The current action; one at a time. */
type Doing = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly environment: Environment } | null;

/** Every environment with its dialogs; on a plan without them those that are there stay to be read. */
export function EnvironmentsCard() {
  const environments = useEnvironments();
  const isAdmin = useMay('environments/add-environment');
  const [doing, setDoing] = useState<Doing>(null);
  const { list, clearFailure } = environments;
  const turnTo = (next: Doing): void => {
    clearFailure();
    setDoing(next);
  };
  const stop = (): void => turnTo(null);
  const isLocked = list.data?.limit === 0;
  const mayEdit = isAdmin && list.data !== undefined && !isLocked;
  return (
    <Panel
      title="Environments"
      {...(list.data === undefined || isLocked
        ? {}
        : { count: <Count>{`${list.data.environments.length}/${list.data.limit ?? '\u221e'}`}</Count> })}
      {...(mayEdit ? { aside: <CreateButton list={list.data} onCreate={() => turnTo({ what: 'add' })} /> } : {})}
    >
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState
            title="Environments did not load"
            text={problemOfCall(list.error).message}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <div className={css.cardBones}>
            <Bone width={48} />
            <Bone width={62} />
          </div>
        )
      ) : (
        <>
          {isLocked ? <Notice /> : null}
          <CardList list={list.data} mayEdit={mayEdit} onTurn={turnTo} />
        </>
      )}
      {doing === null ? null : doing.what === 'remove' ? (
        <RemoveEnvironmentDialog environment={doing.environment} environments={environments} onClose={stop} />
      ) : (
        <EnvironmentDialog edited={doing.what === 'edit' ? doing.environment : null} environments={environments} onClose={stop} />
      )}
    </Panel>
  );
}

function CreateButton({ list, onCreate }: { readonly list: EnvironmentList; readonly onCreate: () => void }) {
  return (
    <>
      {hasRoom(list) ? null : (
        <span>
          Your plan allows {list.limit}. <UpgradeLink look="text" />
        </span>
      )}
      <Button size="sm" variant="default" leftSection={<Icon name="plus" small />} disabled={!hasRoom(list)} onClick={onCreate}>
        Create Environment
      </Button>
    </>
  );
}

/** The screen's own notice has the link to larger plans. */
function Notice() {
  return (
    <div className={css.cardNotice}>
      <Banner tone="info">Environment management is available on Team and Enterprise plans.</Banner>
    </div>
  );
}

interface CardListProps {
  readonly list: EnvironmentList;
  readonly mayEdit: boolean;
  readonly onTurn: (next: Doing) => void;
}

function CardList({ list: { environments, limit }, mayEdit, onTurn }: CardListProps) {
  if (environments.length === 0) {
    if (limit === 0) return null;
    return <p className={css.cardNone}>No environments yet. Certificates can then be told apart as Production, Staging and so on.</p>;
  }
  return (
    <ul className={css.cardList}>
      {environments.map((environment) => {
        const { id, name, description, certificateCount } = environment;
        return (
          <li key={id} className={css.cardItem}>
            <span className={css.what}>
              <strong>{name}</strong>
              <span>
                {description === null ? '' : `${description} \u00b7 `}
                {assignedText(certificateCount)}
              </span>
            </span>
            {mayEdit ? (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  onClick={() => onTurn({ what: 'edit', environment })}
                  aria-label={`Edit ${name}`}
                >
                  <Icon name="edit" small />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  onClick={() => onTurn({ what: 'remove', environment })}
                  aria-label={`Delete ${name}`}
                >
                  <Icon name="trash" small />
                </ActionIcon>
              </>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
