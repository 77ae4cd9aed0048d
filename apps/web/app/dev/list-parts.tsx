import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Badge, Count, StatusBadge, Tag } from '../ui/badge/badge.tsx';
import { Banner } from '../ui/banner/banner.tsx';
import { Bar } from '../ui/bar/bar.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs/breadcrumbs.tsx';
import { IconButton } from '../ui/buttons/buttons.tsx';
import { CodeBlock } from '../ui/code-block/code-block.tsx';
import { CopyButton } from '../ui/copy/copy-button.tsx';
import { CopyText } from '../ui/copy/copy-text.tsx';
import { FactList } from '../ui/fact-list/fact-list.tsx';
import { FactRow, FactTable } from '../ui/fact-table/fact-table.tsx';
import { SearchBox } from '../ui/forms/search-box.tsx';
import { Note } from '../ui/note/note.tsx';
import { Panel } from '../ui/panel/panel.tsx';
import { QueryPanel } from '../ui/query-panel/query-panel.tsx';
import { ScoreScale } from '../ui/score/score-scale.tsx';
import { StatCard, StatCards } from '../ui/stat-card/stat-card.tsx';
import { EmptyState } from '../ui/states/states.tsx';
import type { MarkTone } from '../ui/status/status-mark.tsx';
import { Toolbar } from '../ui/toolbar/toolbar.tsx';

const ignore = (): void => undefined;
const tones: readonly MarkTone[] = ['expired', 'critical', 'warning', 'valid', 'unreachable', 'failed', 'info', 'pending'];
const statuses = ['expired', 'critical', 'warning', 'valid'] as const;
const bannerTones = ['expired', 'critical', 'warning', 'info', 'valid', 'unreachable'] as const;

const query = { data: undefined, error: null, isError: false, isFetching: false, refetch: ignore };
const queries = {
  loading: query,
  failed: { ...query, isError: true, error: new Error('down') },
  retrying: { ...query, isError: true, isFetching: true, error: new Error('down') },
  empty: { ...query, data: [] },
  full: { ...query, data: ['shop.harborline.example', 'mail.harborline.example'] },
} as const;

/** The parts around tables, in each of their states. */
export function ListParts() {
  return (
    <>
      {Object.entries(queries).map(([state, shown]) => (
        <Panel key={state} title={`QueryPanel: ${state}`}>
          <QueryPanel<readonly string[]>
            query={shown}
            failed="Domains did not load"
            unaffected="Monitoring continues."
            isEmpty={(domains) => domains.length === 0}
            empty={<EmptyState plain title="No domains yet" text="Add a domain to start." />}
          >
            {(domains) => <FactList facts={domains.map((domain) => [domain, 'Monitored'])} />}
          </QueryPanel>
        </Panel>
      ))}
      <Panel title="Toolbar: search, filters, actions">
        <Toolbar
          end={
            <>
              <Button variant="default">Check All</Button>
              <IconButton icon="more" label="More" variant="default" size={32} />
            </>
          }
        >
          <SearchBox label="Search domains" maxLength={200} value="" onSearch={ignore} />
          <NativeSelect aria-label="Environment" data={['All environments', 'Production']} />
        </Toolbar>
      </Panel>
      <Toolbar plain end={<Button variant="default">Export</Button>}>
        <NativeSelect label="Who" data={['Everyone', 'ada@example.com']} />
        <TextInput type="date" label="From (UTC)" />
      </Toolbar>
      <Panel title="StatCards: links, one active, one zero">
        <StatCards label="Filter by status" links least={76}>
          <StatCard label="Total" value={48} note="of 150" to="#total" active />
          <StatCard label="Expired" tone="expired" value={0} to="#expired" />
          <StatCard label="Expiring in 7d" shortLabel="7d" tone="critical" value={2} note="next in 2 days" to="#critical" />
          <StatCard label="Expiring in 30d" shortLabel="30d" tone="warning" value={1234} note="next in 14 days" to="#warning" />
        </StatCards>
      </Panel>
      <Panel title="StatCards: figures with a badge, a scale, unknown, small">
        <StatCards label="Compliance" least={220}>
          <StatCard label="PCI DSS" value="83%" note="10 of 12 certificates" aside={<Badge tone="warning">Partial</Badge>}>
            <ScoreScale score={83} tone="warning" label="PCI DSS: 83 percent" />
          </StatCard>
          <StatCard label="HIPAA" value={null} aside={<Badge tone="pending">Not known</Badge>} />
          <StatCard label="dns" tone="valid" value={11} note="Complete" size="sm" />
          <StatCard label="Protocol" value="TLS 1.3" note="TLS_AES_256_GCM_SHA384" size="xs" />
        </StatCards>
      </Panel>
      <Panel title="Badge, StatusBadge, Tag, Count">
        <Stack p="md">
          {[true, false].map((mark) => (
            <Group key={String(mark)} gap="xs">
              {tones.map((tone) => (
                <Badge key={tone} tone={tone} mark={mark}>
                  {tone}
                </Badge>
              ))}
            </Group>
          ))}
          <Group gap="xs">
            {statuses.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
            <StatusBadge status="valid" unreachable />
            <StatusBadge status={null} />
            <Tag>CT Logs</Tag>
            <Tag name="team">web</Tag>
            <Count>48</Count>
          </Group>
        </Stack>
      </Panel>
      <Panel title="CopyText, Bar, Note">
        <Stack p="md" gap="xs">
          <CopyText value="04:E2:9F:1B" label="Copy serial number" />
          <CopyText value={'9F:1B:C4:02:'.repeat(12)} label="Copy fingerprint" />
          <CopyText value={'9F:1B:C4:02:'.repeat(12)} label="Copy whole fingerprint" wrap />
          <Bar percent={38} label="Certificates used" />
          <Bar percent={100} label="Days left" thin />
          <Note>Kept for 30 days</Note>
          <Note small>3 of 10 certificates</Note>
        </Stack>
      </Panel>
      <Panel title="FactTable, CodeBlock, Breadcrumbs">
        <FactTable label="Connection">
          <FactRow name="Port" code actions={<CopyButton value="5432" label="Copy port" />}>
            5432
          </FactRow>
          <FactRow name="Password">Admins of your organization see it.</FactRow>
        </FactTable>
        <CodeBlock
          plain
          label="psql"
          text={'psql "host=pg-7f3a91c2.svc.harborline.example sslmode=verify-full"'}
          copyLabel="Copy the command"
        />
        <Stack p="md">
          <CodeBlock label="Response" text={'{\n  "status": "running"\n}'} />
          <Breadcrumbs above={[{ to: '#services', label: 'Services' }]}>pg-7f3a91c2</Breadcrumbs>
        </Stack>
      </Panel>
      <Panel title="Banner">
        <Stack p="md" gap="xs">
          {bannerTones.map((tone) => (
            <Banner key={tone} tone={tone} action={tone === 'info' ? <Button variant="default">Open</Button> : undefined}>
              <strong>{tone}.</strong> One sentence, at most one action.
            </Banner>
          ))}
        </Stack>
      </Panel>
      <Panel title="EmptyState: with the axis">
        <EmptyState title="No certificates yet" text="Add a domain to see its expiry here.">
          <Button>Add Certificate</Button>
        </EmptyState>
      </Panel>
    </>
  );
}
