import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { type EndpointGroup, filterGroups } from './api-document.ts';
import { EndpointItem } from './endpoint-item.tsx';
import type { Credential, Reader } from './reader.ts';

const credentials: readonly { readonly value: Credential; readonly label: string }[] = [
  { value: 'token', label: 'a token' },
  { value: 'api-key', label: 'an API key' },
];

interface EndpointsSectionProps {
  readonly groups: readonly EndpointGroup[];
  readonly publicUrl: string;
  readonly orgId: string;
}

const countOf = (groups: readonly EndpointGroup[]): number => groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0);

/** Every endpoint by subject, narrowed by what is typed. */
export function EndpointsSection({ groups, publicUrl, orgId }: EndpointsSectionProps) {
  const [text, setText] = useState('');
  const [credential, setCredential] = useState<Credential>('token');
  const shown = filterGroups(groups, text);
  const reader: Reader = { publicUrl, orgId, credential };
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
        <NativeSelect
          aria-label="Write calls with"
          value={credential}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setCredential(credentials.find(({ value }) => value === chosen)?.value ?? 'token');
          }}
          data={credentials.map(({ value, label }) => ({ value, label: `Calls with ${label}` }))}
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
          {endpoints.map((endpoint) => (
            <EndpointItem key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} reader={reader} />
          ))}
        </Panel>
      ))}
    </>
  );
}
