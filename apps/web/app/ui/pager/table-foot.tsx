import table from '../table/table.module.css';
import { Pager, PageSizes } from './pager.tsx';
import { type Pages, tableSizes } from './use-pages.ts';

/** Below a table; nothing where all rows fit the smallest page. */
export function TableFoot<Item>({ pages }: { readonly pages: Pages<Item> }) {
  if (!pages.needed) return null;
  return (
    <footer className={table.foot}>
      <PageSizes sizes={tableSizes} value={pages.size} onChange={pages.setSize} />
      <Pager text={pages.text} onPrevious={pages.onPrevious} onNext={pages.onNext} />
    </footer>
  );
}
