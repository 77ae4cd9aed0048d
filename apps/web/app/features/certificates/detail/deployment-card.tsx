import { Anchor, Group, Stack } from '@mantine/core';
import type { CertificateId, DeploymentState } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { CodeBlock } from '../../../ui/code-block/code-block.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { type MarkTone, StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { Deployment } from '../types.ts';

const texts = {
  not_reloaded: {
    tone: 'warning',
    title: 'Renewed, not reloaded',
    text: 'The file has a new certificate. The server still serves the old one.',
  },
  not_deployed: {
    tone: 'warning',
    title: 'Issued, not deployed',
    text: 'A new certificate is known. The file of the server still has the old one.',
  },
  left_behind: { tone: 'warning', title: 'Left behind', text: 'Other servers that had this certificate serve a newer one.' },
  unknown: { tone: 'info', title: 'Served, but unknown', text: 'The server has a newer certificate than its file.' },
} as const satisfies Record<DeploymentState, { readonly tone: MarkTone; readonly title: string; readonly text: string }>;

/** Compares the issued, stored and served certificate: files that collectors read, and servers that share the certificate. */
export function DeploymentCard({ id: certificateId }: { readonly id: CertificateId }) {
  const query = useQuery(useTRPC().certificates.deployment.queryOptions({ certificateId }));
  return (
    <Panel title="Deployment">
      <QueryPanel query={query} failed="The deployment did not load">
        {({ deployment }) => (deployment === null ? null : <Rows deployment={deployment} />)}
      </QueryPanel>
    </Panel>
  );
}

function Rows({ deployment: { state, since, issued, files, served, count, alsoBehind, reloads } }: { readonly deployment: Deployment }) {
  return (
    <Stack gap={0}>
      <ItemList label="Issued, on disk, served">
        <Item title={<State state={state} served={served} />}>
          {textOf(state, served)}{' '}
          {since === null ? null : (
            <>
              Since <AbsoluteTime value={since} form="datetime" />.
            </>
          )}
        </Item>
        <Item title="Issued">
          <Period {...issued} />
        </Item>
        {files.map(({ collectorId, collector, path, alias, seenAt, ...file }) => (
          <Item
            key={`${collectorId} ${path} ${alias ?? ''}`}
            title={<span data-wraps>{alias === null ? path : `${path} (${alias})`}</span>}
          >
            On disk at{' '}
            <Anchor component={Link} to={`/collectors/${collectorId}`} size="sm" underline="always">
              {collector}
            </Anchor>
            : <Period {...file} />, seen <AbsoluteTime value={seenAt} form="datetime" />
          </Item>
        ))}
        <Item title="Served">
          {served === null ? 'By no endpoint that we check' : <Period {...served} />}
          {count.total < 2 ? null : `. ${count.deployed} of ${count.total} servers serve a newer one.`}
        </Item>
        {alsoBehind.length === 0 ? null : (
          <Item title="Also on the old certificate">
            {alsoBehind.map(({ id, domain }) => (
              <Anchor key={id} component={Link} to={`/certificates/${id}`} size="sm" mr="sm">
                {domain}
              </Anchor>
            ))}
          </Item>
        )}
      </ItemList>
      {reloads.map(({ server, command }) => (
        <CodeBlock key={server} label={`Reload ${server}`} text={command} copyLabel={`Copy the command for ${server}`} plain />
      ))}
    </Stack>
  );
}

const textOf = (state: DeploymentState | null, served: Deployment['served']): string => {
  if (state !== null) return texts[state].text;
  return served === null ? 'A collector reads this certificate. Its alerts are about the file.' : 'The server serves what its file has.';
};

function State({ state, served }: Pick<Deployment, 'state' | 'served'>) {
  return (
    <Group component="span" gap="xs" wrap="nowrap" align="baseline">
      <StatusMark tone={state !== null ? texts[state].tone : served === null ? 'info' : 'valid'} />
      <span>{state !== null ? texts[state].title : served === null ? 'In a file' : 'Deployed'}</span>
    </Group>
  );
}

function Period({ notBefore, notAfter }: Pick<Deployment['issued'], 'notBefore' | 'notAfter'>) {
  return (
    <>
      <AbsoluteTime value={notBefore} /> to <AbsoluteTime value={notAfter} />
    </>
  );
}
