import { Stack, Title } from '@mantine/core';
import { ThemeToggle } from '../ui/theme-toggle/theme-toggle.tsx';
import { NowProvider } from '../ui/time/now.tsx';
import { ChoiceParts } from './choice-parts.tsx';
import { FormParts } from './form-parts.tsx';
import { KIT_NOW } from './kit-samples.ts';
import { ListParts } from './list-parts.tsx';
import { TableStates } from './table-states.tsx';

/** Every part of the kit in every state, on one page. */
export function KitPage() {
  return (
    <NowProvider initial={KIT_NOW}>
      <Stack component="main" gap="xl" p="lg">
        <Title order={1}>Kit</Title>
        <ThemeToggle />
        <TableStates />
        <ListParts />
        <FormParts />
        <ChoiceParts />
      </Stack>
    </NowProvider>
  );
}
