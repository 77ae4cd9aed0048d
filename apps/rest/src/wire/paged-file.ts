import { z } from '@hono/zod-openapi';
import { dateText } from '@notafter/domain';

const formats = ['csv', 'json'] as const;
export type FileFormat = (typeof formats)[number];

export const formatParameter = z
  .enum(formats, 'must be csv or json')
  .optional()
  .openapi({ description: 'Default `json`.', param: { name: 'format', in: 'query' } });

interface FilePage {
  /** With the header line on the first page. */
  readonly csv: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface PagedFile<Page extends FilePage> {
  readonly format: FileFormat;
  readonly first: Page;
  /** Text before and after the rows in JSON. */
  readonly frame: readonly [before: string, after: string];
  /** The page's rows as they go over the wire. */
  rowsOf(page: Page): readonly unknown[];
  next(cursor: string): Promise<Page>;
}

/** Each page as it goes over the wire. */
async function* piecesOf<Page extends FilePage>({ format, first, frame, rowsOf, next }: PagedFile<Page>): AsyncGenerator<string> {
  const [before, after] = frame;
  if (format === 'json') yield before;
  for (let page = first, count = 0; ; page = await next(page.nextCursor)) {
    if (format === 'csv') yield page.csv;
    else {
      const rows = rowsOf(page);
      yield `${count > 0 && rows.length > 0 ? ',\n' : ''}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      count += rows.length;
    }
    if (page.nextCursor === null) break;
  }
  if (format === 'json') yield after;
}

/** A piece is read when the client has taken the one before; a failure on the way breaks the connection, so that no file looks whole. */
export const streamOf = (pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  const next = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await next.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel: async () => void (await next.return?.()),
  });
};

/** A list that is answered as one file, with no more than a page of it in memory. */
export const streamPages = <Page extends FilePage>(file: PagedFile<Page>): ReadableStream<Uint8Array> => streamOf(piecesOf(file));

const types: Record<FileFormat, string> = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json' };

/** The file is saved as `<name>-<day>.<format>`. */
export const fileHeaders = (name: string, now: Date, format: FileFormat) => ({
  'Content-Type': types[format],
  'Content-Disposition': `attachment; filename="${name}-${dateText(now)}.${format}"`,
});
