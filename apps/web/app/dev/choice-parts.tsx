import { Button } from '@mantine/core';
import { useState } from 'react';
import { ChoiceCard, ChoiceCards } from '../ui/choice/choice-cards.tsx';
import { WithChoiceBar } from '../ui/choice-bar/choice-bar.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { RowRadio } from '../ui/data-table/row-radio.tsx';
import { Icon } from '../ui/icons.tsx';
import { Panel } from '../ui/panel/panel.tsx';
import { Step } from '../ui/step/step.tsx';

const sizes = ['small', 'large'];

const columnsOf = (chosen: string | null, onChoose: (size: string) => void): readonly Column<string>[] => [
  {
    id: 'choice',
    header: '',
    cell: ({ row: { original: size } }) => (
      <RowRadio group="kit-size" label={size} chosen={chosen === size} onChoose={() => onChoose(size)} />
    ),
    meta: { width: 48, card: 'corner' },
  },
  { id: 'size', header: 'Size', cell: ({ row }) => row.original, meta: { look: 'name', rowHeader: true, card: 'wide', line: 1 } },
];

/** Numbered steps, cards and rows to choose from, and the bar below them. */
export function ChoiceParts() {
  const [engine, setEngine] = useState<string | null>('PostgreSQL');
  const [region, setRegion] = useState<string | null>(null);
  const [size, setSize] = useState<string | null>('small');
  const slots = { Solution: engine, Region: region, Size: size };
  return (
    <WithChoiceBar
      label="Selection"
      slots={Object.entries(slots).map(([label, value]) => ({ label, value, none: `No ${label.toLowerCase()} selected` }))}
      action={<Button size="lg">Deploy</Button>}
    >
      <Step id="kit-solution" number={1} title="Solution" note="What to run">
        <ChoiceCards label="Solution" least={230}>
          {['PostgreSQL', 'Grafana', 'Loki'].map((name) => (
            <ChoiceCard
              key={name}
              group="kit-solution"
              title={name}
              note={name === 'Loki' ? 'It needs a container engine.' : 'One sentence.'}
              icon={<Icon name={name === 'Grafana' ? 'activity' : 'database'} />}
              chosen={engine === name}
              disabled={name === 'Loki'}
              onChoose={() => setEngine(name)}
            />
          ))}
        </ChoiceCards>
      </Step>
      <Step id="kit-region" number={2} title="Region" note="Close to your users">
        <ChoiceCards label="Region" least={190}>
          {['eu-central-1', 'us-east-1'].map((code) => (
            <ChoiceCard
              key={code}
              group="kit-region"
              title={code === 'us-east-1' ? 'N. Virginia' : 'Frankfurt'}
              note={code}
              code={code === 'us-east-1' ? 'US' : 'DE'}
              chosen={region === code}
              onChoose={() => setRegion(code)}
            />
          ))}
        </ChoiceCards>
      </Step>
      <Step id="kit-size" number={3} title="Size">
        <Panel label="Sizes">
          <DataTable
            label="Sizes"
            columns={columnsOf(size, setSize)}
            rows={sizes}
            rowKey={(one) => one}
            rowLook={(one) => ({ current: one === size })}
          />
        </Panel>
      </Step>
    </WithChoiceBar>
  );
}
