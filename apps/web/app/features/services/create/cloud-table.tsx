import { type CloudSlug, clouds, plural } from '@notafter/domain';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowRadio } from '../../../ui/data-table/row-radio.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { Step } from '../../../ui/step/step.tsx';
import type { CloudOffer } from '../types.ts';

/** In the order of the specification, and this server at the end. */
const listed: readonly CloudSlug[] = ['aws', 'digitalocean', 'gcp', 'azure', 'local'];

interface Provider {
  readonly cloud: CloudSlug;
  /** Null if it is not enabled. */
  readonly offer: CloudOffer | null;
}

interface CloudTableProps {
  readonly offers: readonly CloudOffer[];
  readonly chosen: CloudSlug | null;
  readonly onChoose: (offer: CloudOffer, by: ChosenBy) => void;
}

const columnsOf = ({ chosen, onChoose }: Pick<CloudTableProps, 'chosen' | 'onChoose'>): readonly Column<Provider>[] => [
  {
    id: 'choice',
    header: '',
    cell: ({
      row: {
        original: { cloud, offer },
      },
    }) => (
      <RowRadio
        group="cloud"
        label={clouds[cloud].name}
        chosen={chosen === cloud}
        disabled={offer === null}
        onChoose={(by) => {
          if (offer !== null) onChoose(offer, by);
        }}
      />
    ),
    meta: { width: 48, card: 'corner' },
  },
  {
    id: 'provider',
    header: 'Provider',
    cell: ({ row }) => clouds[row.original.cloud].name,
    meta: { width: '30%', look: 'name', rowHeader: true, card: 'wide', line: 1 },
  },
  {
    id: 'regions',
    header: 'Regions',
    cell: ({ row }) => plural(clouds[row.original.cloud].regions.length, 'region'),
    meta: { width: 110, card: 'wide' },
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row }) =>
      row.original.offer === null ? (
        <StatusLine tone="pending">Not enabled on this installation</StatusLine>
      ) : (
        <StatusLine tone="valid" plain>
          Enabled
        </StatusLine>
      ),
    meta: { wrap: true, card: 'wide' },
  },
];

/** All cloud providers. Only those that the operator has enabled can be chosen. */
export function CloudTable({ offers, chosen, onChoose }: CloudTableProps) {
  const rows = listed.map((cloud) => ({ cloud, offer: offers.find((offer) => offer.cloud === cloud) ?? null }));
  return (
    <Step id="cloud" number={2} title="Cloud provider" note="Where it runs">
      <Panel label="Cloud providers">
        <DataTable
          label="Cloud providers"
          columns={columnsOf({ chosen, onChoose })}
          rows={rows}
          rowKey={({ cloud }) => cloud}
          rowLook={({ cloud, offer }) => ({ current: cloud === chosen, muted: offer === null })}
        />
      </Panel>
    </Step>
  );
}
