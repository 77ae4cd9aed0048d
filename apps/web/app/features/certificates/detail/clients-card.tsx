import { Anchor, Group } from '@mantine/core';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { CertificateDetail } from '../types.ts';

type ClientsView = NonNullable<CertificateDetail['clients']>;
type Client = ClientsView['clients'][number];

/** Each client's verdict: since or from when it refuses the certificate, and why. */
export function ClientsCard({ view: { clients, successors } }: { readonly view: ClientsView }) {
  return (
    <Panel title="Clients">
      <ItemList label="Clients">
        {clients.map((client) => (
          <Item key={client.client} title={<Title client={client} />} action={<Source href={client.source} of={client.name} />}>
            {client.detail}
          </Item>
        ))}
        {successors.map(({ on, detail, source }) => (
          <Item
            key={detail}
            title={
              <>
                Next renewal: <AbsoluteTime value={on} />
              </>
            }
            action={<Source href={source} of="the next renewal" />}
          >
            {detail}
          </Item>
        ))}
      </ItemList>
    </Panel>
  );
}

function Title({ client }: { readonly client: Client }) {
  return (
    <Group component="span" gap="xs">
      {client.name}
      <Verdict client={client} />
    </Group>
  );
}

function Verdict({ client: { verdict, from } }: { readonly client: Client }) {
  const now = useNow();
  if (verdict === 'accepts') return <Badge tone="valid">Accepts</Badge>;
  if (verdict === 'unknown' || from === null) return <Badge tone="pending">Unknown</Badge>;
  if (from <= now) return <Badge tone="failed">Refuses</Badge>;
  return (
    <Badge tone="warning">
      Refuses from <AbsoluteTime value={from} />
    </Badge>
  );
}

function Source({ href, of }: { readonly href: string | null; readonly of: string }) {
  if (href === null) return null;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm" aria-label={`Source of the verdict on ${of}`}>
      Source
    </Anchor>
  );
}
