import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { type EndpointGroup, filterGroups } from './api-document.ts';
import css from './docs.module.css';

const countOf = (groups: readonly EndpointGroup[]): number => groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0);

/** Every endpoint by subject, with a link to its description in the API reference. */
export function EndpointsSection({ groups }: { readonly groups: readonly EndpointGroup[] }) {
  const [text, setText] = useState('');
  const shown = filterGroups(groups, text);
  const [found, all] = [countOf(shown), countOf(groups)];
  return (
    <>
      <Group gap="sm">
        <TextInput
          flex="1 1 240px"
          aria-label="Filter endpoints"
          placeholder="Filter by path, method or word"
          leftSection={<Icon name="search" small />}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text component="span" size="sm" c="dimmed" role="status">
          {found === all ? `${all} endpoints` : `${found} of ${all} endpoints`}
        </Text>
      </Group>
      {shown.length === 0 ? <Text c="dimmed">No endpoint matches. Use fewer words to find more.</Text> : null}
      {shown.map(({ name, description, endpoints }) => (
        <Panel
          key={name}
          title={name}
          aside={
            <Text component="span" size="sm" visibleFrom="sm">
              {description}
            </Text>
          }
        >
          {endpoints.map(({ id, method, path, summary }) => (
            <a key={id} href={`/v1/docs#${id}`} className={css.endpoint}>
              <span className={css.method}>{method}</span>
              <code>{path}</code>
              <span>{summary}</span>
            </a>
          ))}
        </Panel>
      ))}
    </>
  );
}
