import { Group, Stack } from '@mantine/core';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { ApiDocument } from './api-document.ts';
import css from './docs.module.css';
import { Prose } from './prose.tsx';

/** The API's address, and the rules of every call. */
export function OverviewSection({ document, publicUrl }: { readonly document: ApiDocument; readonly publicUrl: string }) {
  return (
    <Panel title="Overview">
      <Stack gap="sm" p="md" className={css.prose ?? ''}>
        <Group gap="xs">
          <strong>Base address</strong>
          <Group gap="xxs" wrap="nowrap">
            <code>{publicUrl}/v1</code>
            <CopyButton value={`${publicUrl}/v1`} label="Copy the base address" />
          </Group>
        </Group>
        {document.paragraphs.map((text) => (
          <p key={text}>
            <Prose>{text}</Prose>
          </p>
        ))}
        <p>
          For every field and error: <a href="/v1/docs">API reference</a>. For programs: <a href="/v1/openapi.json">OpenAPI 3.1 document</a>
          .
        </p>
      </Stack>
    </Panel>
  );
}
