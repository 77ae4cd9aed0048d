import { Box, Button, Divider, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../shell/session.ts';
import { Count } from '../../ui/badge/badge.tsx';
import { Banner } from '../../ui/banner/banner.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ItemList } from '../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { EnvironmentItem } from './environment-item.tsx';
import { hasRoom, NO_ENVIRONMENTS } from './environment-texts.ts';
import type { Environment, EnvironmentList } from './types.ts';
import { useEnvironments } from './use-environments.ts';

const EnvironmentDialog = lazyDialog(() => import('./environment-form.tsx'));
const RemoveEnvironmentDialog = lazyDialog(() => import('./remove-environment-dialog.tsx'));

/** The current action; one at a time. */
type Doing = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly environment: Environment } | null;

/** Every environment with its dialogs; on a plan without them those that are there stay to be read. */
export function EnvironmentsCard() {
  const environments = useEnvironments();
  const isAdmin = useMay('environments/add-environment');
  const [doing, setDoing] = useState<Doing>(null);
  const stop = (): void => setDoing(null);
  const list = environments.list.data;
  const isLocked = list?.limit === 0;
  const mayEdit = isAdmin && list !== undefined && !isLocked;
  return (
    <Panel
      title="Environments"
      {...(list === undefined || isLocked ? {} : { count: <Count>{`${list.environments.length}/${list.limit ?? '\u221e'}`}</Count> })}
      {...(mayEdit ? { aside: <CreateButton list={list} onCreate={() => setDoing({ what: 'add' })} /> } : {})}
    >
      <QueryPanel query={environments.list} failed="Environments did not load">
        {(loaded) => (
          <>
            {isLocked ? <Notice /> : null}
            <CardList list={loaded} mayEdit={mayEdit} onTurn={setDoing} />
          </>
        )}
      </QueryPanel>
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
    <>
      <Box p="md">
        <Banner tone="info">Environment management is available on Team and Enterprise plans.</Banner>
      </Box>
      <Divider />
    </>
  );
}

interface CardListProps {
  readonly list: EnvironmentList;
  readonly mayEdit: boolean;
  readonly onTurn: (next: Doing) => void;
}

function CardList({ list: { environments, limit }, mayEdit, onTurn }: CardListProps) {
  if (environments.length === 0) {
    return limit === 0 ? null : (
      <Text size="sm" c="dimmed" p="md">
        {NO_ENVIRONMENTS}
      </Text>
    );
  }
  return (
    <ItemList>
      {environments.map((environment) => (
        <EnvironmentItem
          key={environment.id}
          environment={environment}
          onEdit={mayEdit ? () => onTurn({ what: 'edit', environment }) : undefined}
          onRemove={mayEdit ? () => onTurn({ what: 'remove', environment }) : undefined}
        />
      ))}
    </ItemList>
  );
}
