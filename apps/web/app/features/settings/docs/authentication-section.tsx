import { Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { CodeBlock } from '../../../ui/code-block/code-block.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { tabAddress } from '../tabs.ts';
import type { ApiDocument } from './api-document.ts';
import css from './docs.module.css';
import { Prose } from './prose.tsx';

interface AuthenticationSectionProps {
  readonly document: ApiDocument;
  readonly publicUrl: string;
  readonly orgId: string;
}

/** The three ways to authenticate a script. */
export function AuthenticationSection({ document: { schemes }, publicUrl, orgId }: AuthenticationSectionProps) {
  const mayMakeKeys = useMay('settings/add-api-key');
  const call = (...headers: readonly string[]): string => [`curl '${publicUrl}/v1/certificates/list'`, ...headers].join(' \\\n  ');
  return (
    <>
      <Panel title="Token">
        <Stack gap="sm" p="md" className={css.prose ?? ''}>
          <p>
            <Prose>{schemes.token ?? ''}</Prose> Create one under <Link to={tabAddress('Tokens')}>Tokens</Link>.
          </p>
          <CodeBlock
            label="Call"
            text={call('-H "token: $NOTAFTER_TOKEN"', `-H 'org-id: ${orgId}'`)}
            copyLabel="Copy the call with a token"
          />
        </Stack>
      </Panel>
      <Panel title="API key">
        <Stack gap="sm" p="md" className={css.prose ?? ''}>
          <p>
            <Prose>{schemes.apiKey ?? ''}</Prose>
            {mayMakeKeys ? (
              <>
                {' '}
                Create one under <Link to={tabAddress('API Keys')}>API Keys</Link>.
              </>
            ) : (
              ' Admins create them.'
            )}
          </p>
          <CodeBlock label="Call" text={call('-H "X-API-Key: $NOTAFTER_API_KEY"')} copyLabel="Copy the call with an API key" />
        </Stack>
      </Panel>
      <Panel title="Authorization header">
        <Stack gap="sm" p="md" className={css.prose ?? ''}>
          <p>
            <Prose>{schemes.bearer ?? ''}</Prose>
          </p>
          <CodeBlock
            label="Call"
            text={call('-H "Authorization: Bearer $NOTAFTER_TOKEN"')}
            copyLabel="Copy the call with an Authorization header"
          />
        </Stack>
      </Panel>
    </>
  );
}
