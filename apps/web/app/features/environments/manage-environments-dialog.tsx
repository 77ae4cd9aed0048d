import { Box, Button, Group, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { InlineQuestion } from '../../ui/form/inline-question.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ItemList } from '../../ui/item-list/item-list.tsx';
import { Note } from '../../ui/note/note.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { InlineEnvironmentForm } from './environment-form.tsx';
import { EnvironmentItem } from './environment-item.tsx';
import { hasRoom, NO_ENVIRONMENTS, removal, usedText } from './environment-texts.ts';
import type { Environment, EnvironmentList } from './types.ts';
import { type Environments, useEnvironments } from './use-environments.ts';

/** Which row is being worked on; one at a time. */
type Doing = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly id: Environment['id'] } | null;

/** Every environment of the organization, made, renamed and removed in place. */
export default function ManageEnvironmentsDialog({ onClose }: { readonly onClose: () => void }) {
  const environments = useEnvironments();
  return (
    <Dialog title="Manage Environments" busy={environments.busy} onClose={onClose}>
      <QueryPanel query={environments.list} failed="Environments did not load">
        {(list) => <EditableList list={list} environments={environments} />}
      </QueryPanel>
    </Dialog>
  );
}

function EditableList({ list, environments }: { readonly list: EnvironmentList; readonly environments: Environments }) {
  const [doing, setDoing] = useState<Doing>(null);
  const stop = (): void => setDoing(null);
  return (
    <Stack gap="md">
      {list.environments.length === 0 ? (
        <Note>{NO_ENVIRONMENTS}</Note>
      ) : (
        <Paper bg="transparent" radius="sm">
          <ItemList>
            {list.environments.map((environment) => {
              const { id } = environment;
              if (doing?.what === 'add' || doing?.id !== id) {
                return (
                  <EnvironmentItem
                    key={id}
                    environment={environment}
                    onEdit={() => setDoing({ what: 'edit', id })}
                    onRemove={() => setDoing({ what: 'remove', id })}
                  />
                );
              }
              return (
                <Box key={id} component="li" px="md" py="sm">
                  {doing.what === 'edit' ? (
                    <InlineEnvironmentForm edited={environment} environments={environments} onClose={stop} />
                  ) : (
                    <InlineQuestion
                      label={`Delete ${environment.name}`}
                      {...removal.words}
                      onConfirm={() => environments.remove(environment).then(stop)}
                      onCancel={stop}
                    >
                      <strong>{environment.name}:</strong> {removal.question}
                    </InlineQuestion>
                  )}
                </Box>
              );
            })}
          </ItemList>
        </Paper>
      )}
      {doing?.what === 'add' ? (
        <InlineEnvironmentForm edited={null} environments={environments} onClose={stop} />
      ) : (
        <Group justify="space-between" gap="sm">
          <Button
            variant="default"
            size="sm"
            leftSection={<Icon name="plus" small />}
            disabled={!hasRoom(list) || environments.busy}
            onClick={() => setDoing({ what: 'add' })}
          >
            Add Environment
          </Button>
          <Note>{usedText(list)}</Note>
        </Group>
      )}
    </Stack>
  );
}
