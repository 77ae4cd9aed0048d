import '@mantine/core/styles/Slider.layer.css';
import { SimpleGrid, Slider, Stack, Text } from '@mantine/core';
import { addWork, countText, dollarsText, hoursOf, noWork, plural, type WorkAssumptions, type YearOfWork } from '@notafter/domain';
import { useState } from 'react';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowLink } from '../../ui/data-table/table-row.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { everyText } from './readiness-words.ts';
import type { AutomateFirst, Readiness } from './types.ts';

interface Setting {
  readonly name: keyof WorkAssumptions;
  readonly label: string;
  readonly max: number;
  readonly step: number;
  readonly text: (value: number) => string;
}

const hoursText = (hours: number): string => `${Math.round(hours * 100) / 100} h`;

const settings: readonly Setting[] = [
  { name: 'orderHours', label: 'An order', max: 8, step: 0.25, text: hoursText },
  { name: 'validationHours', label: 'A validation', max: 8, step: 0.25, text: hoursText },
  { name: 'installHours', label: 'An installation', max: 8, step: 0.25, text: hoursText },
  { name: 'hourlyRate', label: 'An hour of work', max: 250, step: 5, text: dollarsText },
];

const less = (all: YearOfWork, done: YearOfWork): YearOfWork => ({
  orders: Math.max(0, all.orders - done.orders),
  validations: Math.max(0, all.validations - done.validations),
  installs: Math.max(0, all.installs - done.installs),
});

/** Hours and cost of renewals by hand, today and under each coming limit, with what they are worked out from. */
export default function WorkPanel({ readiness: { stages, first, assumptions: usual } }: { readonly readiness: Readiness }) {
  const [assumed, setAssumed] = useState(usual);
  const [automated, setAutomated] = useState(0);
  const rows = stages.map(({ work, days, from }, index) => {
    const done = first.slice(0, automated).reduce((sum, one) => addWork(sum, one.work[index] ?? noWork), noWork);
    const left = less(work, done);
    const hours = hoursOf(left, assumed);
    return { id: from, days, isNow: index === 0, work: left, hours, cost: hours * assumed.hourlyRate };
  });
  const last = stages.length - 1;
  const firstColumns = columnsOf((one) => hoursOf(one.work[last] ?? noWork, assumed), stages[last]?.days ?? 0);
  if (first.length === 0) {
    return (
      <Panel title="Work by hand">
        <EmptyState plain title="Nothing is renewed by hand" text="Clients of ACME or your own CA renew every certificate." />
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Work by hand" foot={<Note small>An estimate from your assumptions. Actual work may vary.</Note>}>
        <DataTable label="Work by hand in a year" columns={stageColumns} rows={rows} rowKey={({ id }) => id} />
        <Stack gap="sm" px="md" py="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="lg" verticalSpacing="md">
            {settings.map(({ name, text, ...slider }) => (
              <LabelledSlider
                key={name}
                {...slider}
                value={assumed[name]}
                shown={text(assumed[name])}
                onChange={(value) => setAssumed({ ...assumed, [name]: value })}
              />
            ))}
            <LabelledSlider
              label="Automated first"
              max={first.length}
              step={1}
              value={automated}
              shown={countText(automated)}
              onChange={setAutomated}
            />
          </SimpleGrid>
        </Stack>
      </Panel>
      <Panel title="Automate first">
        <DataTable label="Automate first" columns={firstColumns} rows={first} rowKey={({ id }) => id} />
      </Panel>
    </>
  );
}

interface LabelledSliderProps {
  readonly label: string;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value with its unit. */
  readonly shown: string;
  readonly onChange: (value: number) => void;
}

function LabelledSlider({ label, shown, ...slider }: LabelledSliderProps) {
  return (
    <div>
      <Text size="sm" mb={6}>
        {label} <Note span>{shown}</Note>
      </Text>
      <Slider size="sm" min={0} label={null} thumbLabel={label} {...slider} />
    </div>
  );
}

interface StageRow {
  readonly id: string;
  readonly days: number;
  readonly isNow: boolean;
  readonly work: YearOfWork;
  readonly hours: number;
  readonly cost: number;
}

const whole = (count: number): string => countText(Math.round(count));

const stageColumns: readonly Column<StageRow>[] = [
  {
    id: 'stage',
    header: 'Lifetime',
    cell: ({ row: { original } }) => `${plural(original.days, 'day')}, ${original.isNow ? 'today' : `from ${original.id}`}`,
    meta: { look: 'name', rowHeader: true, card: 'wide' },
  },
  ...(['orders', 'validations', 'installs'] as const).map((name) => ({
    id: name,
    header: { orders: 'Orders', validations: 'Validations', installs: 'Installations' }[name],
    cell: ({ row }: { readonly row: { readonly original: StageRow } }) => whole(row.original.work[name]),
    meta: { align: 'end' as const, width: 120 },
  })),
  { id: 'hours', header: 'Hours a year', cell: ({ row }) => whole(row.original.hours), meta: { align: 'end', width: 130 } },
  { id: 'cost', header: 'Cost a year', cell: ({ row }) => dollarsText(Math.round(row.original.cost)), meta: { align: 'end', width: 130 } },
];

const columnsOf = (hours: (one: AutomateFirst) => number, days: number): readonly Column<AutomateFirst>[] => [
  {
    id: 'domain',
    header: 'Certificate',
    cell: ({ row: { original } }) => <RowLink to={`/certificates/${original.id}`}>{original.domain}</RowLink>,
    meta: { look: 'name', rowHeader: true, card: 'wide' },
  },
  { id: 'issuer', header: 'Issuer', cell: ({ row }) => row.original.issuer ?? '–', meta: { width: '22%', card: 'start' } },
  { id: 'endpoints', header: 'Endpoints', cell: ({ row }) => countText(row.original.endpoints), meta: { align: 'end', width: 110 } },
  { id: 'every', header: 'Renewed', cell: ({ row }) => everyText(row.original.everyDays), meta: { width: 150 } },
  {
    id: 'hours',
    header: `Hours a year at ${plural(days, 'day')}`,
    cell: ({ row }) => whole(hours(row.original)),
    meta: { align: 'end', width: 190 },
  },
];
