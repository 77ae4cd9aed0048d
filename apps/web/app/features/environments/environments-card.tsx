import { Box, Button, Divider, Text } from '@mantine/core';
import { useMay } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { ConfirmDialog } from '../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ItemList } from '../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { EnvironmentItem } from './environment-item.tsx';
import { hasRoom, NO_ENVIRONMENTS, removal } from './environment-texts.ts';
import type { Environment, EnvironmentList } from './types.ts';
import { useEnvironments } from './use-environments.ts';

const EnvironmentDialog = lazyDialog(() => import('./environment-form.tsx'));

/** Every environment with its dialogs. A plan without environments shows the existing ones to read. */
export function EnvironmentsCard() {
  const environments = useEnvironments();
  const isAdmin = useMay('environments/add-environment');
  const [dialog, open] = useDialog();
  const list = environments.list.data;
  const isLocked = list?.limit === 0;
  const mayEdit = isAdmin && list !== undefined && !isLocked;
  const openForm = (edited: Environment | null): void =>
    open((close) => <EnvironmentDialog edited={edited} environments={environments} onClose={close} />);
  const openRemoval = (environment: Environment): void =>
    open((close) => (
      <ConfirmDialog
        title={`Delete ${environment.name}`}
        {...removal.words}
        onConfirm={() => environments.remove(environment)}
        onClose={close}
      >
        {removal.question}
      </ConfirmDialog>
    ));
  return (
    <Panel
      title="Environments"
      count={list === undefined || isLocked ? undefined : `${list.environments.length}/${list.limit ?? '\u221e'}`}
      aside={mayEdit ? <CreateButton list={list} onCreate={() => openForm(null)} /> : undefined}
    >
      <QueryPanel query={environments.list} failed="Environments did not load">
        {(loaded) => (
          <>
            {isLocked ? <Notice /> : null}
            {loaded.environments.length > 0 ? (
              <ItemList>
                {loaded.environments.map((environment) => (
                  <EnvironmentItem
                    key={environment.id}
                    environment={environment}
                    onEdit={mayEdit ? openForm : undefined}
                    onRemove={mayEdit ? openRemoval : undefined}
                  />
                ))}
              </ItemList>
            ) : isLocked ? null : (
              <Text size="sm" c="dimmed" p="md">
                {NO_ENVIRONMENTS}
              </Text>
            )}
          </>
        )}
      </QueryPanel>
      {dialog}
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
const Notice = () => (
  <>
    <Box p="md">
      <Banner tone="info">Environment management is available on Team and Enterprise plans.</Banner>
    </Box>
    <Divider />
  </>
);
