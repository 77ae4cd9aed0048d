import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { ApiDocument } from './api-document.ts';
import css from './docs.module.css';
import { Prose } from './prose.tsx';

/** Where the API is, and what holds for every call. */
export function OverviewSection({ document, publicUrl }: { readonly document: ApiDocument; readonly publicUrl: string }) {
  return (
    <Panel title="Overview">
      <div className={css.prose}>
        <p className={css.address}>
          <strong>Base address</strong>
          <code>
            {publicUrl}/v1
            <CopyButton value={`${publicUrl}/v1`} label="Copy the base address" />
          </code>
        </p>
        {document.paragraphs.map((text) => (
          <p key={text}>
            <Prose>{text}</Prose>
          </p>
        ))}
        <p>
          The same as one page: <a href="/v1/docs">API reference</a>. For programs: <a href="/v1/openapi.json">OpenAPI 3.1 document</a>.
        </p>
      </div>
    </Panel>
  );
}
