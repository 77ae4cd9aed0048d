import { Button, Group } from '@mantine/core';
import { connectionLines } from '@notafter/domain';
import { useLocation, useSearchParams } from '@remix-run/react';
import { addressOf } from '../../../api/address.ts';
import { CodeBlock } from '../../../ui/code-block/code-block.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { LinkTabs } from '../../../ui/link-tabs/link-tabs.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { ServiceDetail } from '../types.ts';

/** How common clients connect, and the CA's certificate that they verify the service with. */
export function ConnectPanel({ service }: { readonly service: ServiceDetail }) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const { resourceId, solution, host, ports, user, authority } = service;
  if (host === null || authority === null) return null;
  const caFile = `${resourceId}-ca.pem`;
  const lines = connectionLines({ solution, host, ports, user, caFile });
  const chosen = lines.find(({ id }) => id === params.get('client')) ?? lines[0];
  if (chosen === undefined) return null;
  return (
    <Panel
      title="Connect"
      aside={
        <Button
          component="a"
          href={`data:application/x-pem-file,${encodeURIComponent(authority)}`}
          download={caFile}
          variant="default"
          size="sm"
          leftSection={<Icon name="download" small />}
        >
          Download CA File
        </Button>
      }
    >
      <Group px="xs">
        <LinkTabs
          label="Clients"
          tabs={lines.map(({ id, label }) => ({ to: addressOf(pathname, { client: id }), label, active: id === chosen.id }))}
        />
      </Group>
      <CodeBlock plain label={chosen.label} text={chosen.text} copyLabel={`Copy the lines for ${chosen.label}`} />
      <Note px="md" py="sm">
        Save the CA file as {caFile} where the client runs. With it, the client verifies the certificate and the host name of the service.
      </Note>
    </Panel>
  );
}
