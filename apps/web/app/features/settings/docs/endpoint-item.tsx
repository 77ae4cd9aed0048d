import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint } from './api-document.ts';
import { CodeBlock } from './code-block.tsx';
import { curlCommand } from './curl-command.ts';
import css from './docs.module.css';
import { FieldTable } from './field-table.tsx';
import { Prose } from './prose.tsx';
import type { Reader } from './reader.ts';

const callersText = ({ open, byToken, keyPermission }: Endpoint): string => {
  if (open) return 'Needs no sign-in.';
  if (keyPermission !== null) return `Takes a token, or an API key with the ${keyPermission === 'read' ? 'Read' : 'Write'} permission.`;
  return byToken ? 'Takes a token; no API key.' : 'For people in their browser; takes neither token nor API key.';
};

/** One endpoint: a line that opens its call and its answer. The rest is rendered when it is first opened. */
export function EndpointItem({ endpoint, reader }: { readonly endpoint: Endpoint; readonly reader: Reader }) {
  const [seen, setSeen] = useState(false);
  const { method, path, summary, description, parameters, body, answerExample } = endpoint;
  return (
    <details className={css.endpoint} onToggle={() => setSeen(true)}>
      <summary>
        <span className={css.method}>{method}</span>
        <code>{path}</code>
        <span>{summary}</span>
      </summary>
      {seen ? (
        <Stack gap="sm" px="md" pt="sm" pb="lg" miw={0}>
          <Text size="sm">{callersText(endpoint)}</Text>
          {description === '' ? null : (
            <Text size="sm" maw="76ch">
              <Prose>{description}</Prose>
            </Text>
          )}
          <CodeBlock label="Call" text={curlCommand(endpoint, reader)} copyLabel={`Copy the call of ${method} ${path}`} />
          <FieldTable caption="Parameters" fields={parameters} />
          <FieldTable caption="Body" fields={body} />
          {answerExample === undefined ? null : <CodeBlock label="Answer" text={JSON.stringify(answerExample, null, 2)} />}
        </Stack>
      ) : null}
    </details>
  );
}
