import { Button } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { BundleImport, ImportedBundle } from '../types.ts';
import { useCollectors } from '../use-collectors.ts';
import { outcomeWords } from './outcome-words.ts';

const columns: readonly Column<ImportedBundle>[] = [
  { id: 'file', header: 'File', cell: ({ row: { original } }) => original.name, meta: { width: '42%', look: 'code', wrap: true } },
  { id: 'outcome', header: 'Outcome', cell: ({ row }) => <Outcome of={row.original} />, meta: { wrap: true } },
];

const fine: ReadonlySet<ImportedBundle['outcome']> = new Set(['stored', 'superseded', 'replay']);

/** The outcome of each bundle, and the receipts for the collectors. */
export function ImportResult({ result: { bundles, receipts } }: { readonly result: BundleImport }) {
  const pages = usePages(bundles);
  const stored = bundles.filter(({ outcome }) => outcome === 'stored').length;
  const refused = bundles.filter(({ outcome }) => !fine.has(outcome)).length;
  const summary = refused === 0 ? `${plural(stored, 'bundle')} stored` : `${countText(stored)} stored, ${countText(refused)} refused`;
  return (
    <>
      <Panel title="Result" count={summary}>
        <DataTable
          label="Imported bundles"
          columns={columns}
          rows={pages.shown}
          rowKey={(bundle) => String(bundles.indexOf(bundle))}
          cardsBelow="never"
          foot={<TableFoot pages={pages} />}
        />
      </Panel>
      {receipts.length === 0 ? null : <Receipts receipts={receipts} />}
    </>
  );
}

function Outcome({ of: { outcome, message, sequence } }: { readonly of: ImportedBundle }) {
  const { word, tone } = outcomeWords[outcome];
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {message === null && sequence === null ? null : <Note>{message ?? `Number ${sequence}`}</Note>}
    </>
  );
}

function Receipts({ receipts }: Pick<BundleImport, 'receipts'>) {
  const names = new Map(useCollectors().data?.collectors.map(({ id, name }) => [id, name]));
  return (
    <Panel title="Receipts">
      <ItemList label="Receipts">
        {receipts.map(({ collectorId, receipt }) => (
          <Item
            key={collectorId}
            title={names.get(collectorId) ?? collectorId}
            action={
              <Button
                component="a"
                variant="default"
                size="sm"
                href={`data:application/jose,${encodeURIComponent(receipt)}`}
                download={`${collectorId}.receipt`}
                aria-label={`Download receipt of ${names.get(collectorId) ?? collectorId}`}
                leftSection={<Icon name="download" small />}
              >
                Download
              </Button>
            }
          >
            Carry it back: notafter-collector receipt FILE deletes what this server has.
          </Item>
        ))}
      </ItemList>
    </Panel>
  );
}
