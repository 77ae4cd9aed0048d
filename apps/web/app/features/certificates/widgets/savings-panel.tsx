import { Group, Stack, Text } from '@mantine/core';
import { countText, dollarsText, plural } from '@notafter/domain';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { Widgets } from '../types.ts';

const GROUPS_SHOWN = 5;

type ParentGroup = Widgets['savings']['groups'][number];

const figure = { align: 'end', look: 'small', width: 64 } as const;
const columns: readonly Column<ParentGroup>[] = [
  {
    id: 'parent',
    header: 'Parent',
    cell: ({ row }) => <span title={row.original.parent}>*.{row.original.parent}</span>,
    meta: { look: 'name', rowHeader: true },
  },
  { id: 'names', header: 'Names', cell: ({ row }) => countText(row.original.names), meta: { ...figure, width: 56 } },
  { id: 'single', header: 'Single', cell: ({ row }) => dollarsText(row.original.individualCost), meta: figure },
  { id: 'wildcard', header: 'Wildcard', cell: ({ row }) => dollarsText(row.original.wildcardCost), meta: { ...figure, width: 68 } },
  { id: 'saving', header: 'Saving', cell: ({ row }) => dollarsText(row.original.saving), meta: { ...figure, width: 76 } },
];

/** Savings by wildcard certificates, with the model's assumptions. */
export function SavingsPanel({ savings }: Pick<Widgets, 'savings'>) {
  const { individualCost, groups, extraDomains, names } = savings;
  return (
    <Panel title="Cost savings" foot={<Note small>{assumptionsText(savings)}</Note>}>
      <Stack gap="xs" px="md" py="sm">
        <Group component="p" gap="xs" align="baseline">
          {savings.savings > 0 ? (
            <Text component="strong" fz="figure" lh="figure" fw={550} c="var(--na-text)">
              {dollarsText(savings.savings)}
            </Text>
          ) : null}
          {savingsText(savings)}
        </Group>
        {names === 0 ? null : (
          <Text size="sm">
            {plural(names, 'name')} for {dollarsText(individualCost)} as single certificates; {countText(extraDomains)} of them outside a
            wildcard group.
          </Text>
        )}
      </Stack>
      {groups.length === 0 ? null : (
        <DataTable
          label="Parents with the largest difference"
          columns={columns}
          rows={groups.slice(0, GROUPS_SHOWN)}
          rowKey={({ parent }) => parent}
          cardsBelow="never"
        />
      )}
    </Panel>
  );
}

type Savings = Widgets['savings'];

/** Assumptions behind the figures; shown with them. */
const assumptionsText = ({ assumptions }: Savings): string =>
  `An estimate: ${dollarsText(assumptions.individual)} a year for a certificate of one name, ${dollarsText(assumptions.wildcard)} for a wildcard over two or more names below one parent. Free certificates cost neither.`;

/** The effect of wildcards, in one sentence. */
function savingsText({ names, savings, groups }: Savings): string {
  if (names === 0) return 'No names to compare yet.';
  if (savings === 0) return 'Single certificates are the cheaper choice for every name.';
  const worthwhile = groups.filter(({ saving }) => saving > 0).length;
  return `a year less with a wildcard for ${worthwhile === 1 ? 'one parent' : `each of ${worthwhile} parents`}.`;
}
