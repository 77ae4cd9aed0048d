import { Anchor, Group, Text } from '@mantine/core';
import type { CertificateId, LintFinding } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';

const COLLAPSED = 5;

/** The rules that the served chain breaks and browsers forgive. They change neither its status nor its score. */
export function LintCard({ id }: { readonly id: CertificateId }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.certificates.lint.queryOptions({ id }));
  const count = query.data?.findings.length ?? 0;
  return (
    <Panel title="Lint" count={count === 0 ? undefined : count} aside="Never changes the status">
      <QueryPanel
        query={query}
        failed="The lint findings did not load"
        isEmpty={({ findings }) => findings.length === 0}
        empty={<EmptyState plain title="No findings" text="The chain breaks no rule of RFC 5280 or the Baseline Requirements." />}
      >
        {({ findings }) => <Findings findings={findings} />}
      </QueryPanel>
    </Panel>
  );
}

const severities = {
  error: { tone: 'failed', word: 'Error' },
  warning: { tone: 'warning', word: 'Warning' },
  notice: { tone: 'info', word: 'Notice' },
} as const;

function Findings({ findings }: { readonly findings: readonly LintFinding[] }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ItemList label="Lint findings">
        {findings.slice(0, all ? findings.length : COLLAPSED).map((finding) => (
          <Finding key={`${finding.certificate} ${finding.rule}`} finding={finding} />
        ))}
      </ItemList>
      {findings.length > COLLAPSED ? (
        <Anchor component="button" type="button" size="sm" mx="md" my="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'View Less' : `View All (${findings.length})`}
        </Anchor>
      ) : null}
    </>
  );
}

function Finding({ finding: { severity, rule, section, text, certificate, subject } }: { readonly finding: LintFinding }) {
  const { tone, word } = severities[severity];
  return (
    <Item
      title={
        <Group component="span" gap="xs" wrap="nowrap" align="baseline">
          <StatusMark tone={tone} />
          <span>{text}</span>
        </Group>
      }
    >
      {word}, {section},{' '}
      <Text component="span" inherit ff="monospace">
        {rule}
      </Text>
      {certificate === 0 ? '' : `, in ${subject}`}
    </Item>
  );
}
