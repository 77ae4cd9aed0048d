import { Button, Textarea } from '@mantine/core';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { useSessionView } from '../../../shell/session.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import css from './import-panel.module.css';
import { ImportReport } from './import-report.tsx';
import { FILE_MAX_BYTES, importFailureText, sizeText } from './import-texts.ts';
import { useImportRun } from './use-import-run.ts';

/** Many at once, pasted or from a file; plans without it see what it would be. */
export function ImportPanel() {
  const session = useSessionView();
  return session?.entitlements.bulkImport === true ? <ImportForm /> : <LockedImport />;
}

function LockedImport() {
  return (
    <section className={css.locked} aria-label="Add many">
      <Icon name="upload" />
      <div>
        <strong>Add many at once</strong>
        <p>Paste a list or drop a CSV file with tags and environments. Bulk import is available on Business and Enterprise plans.</p>
        <UpgradeLink />
      </div>
    </section>
  );
}

const PLACEHOLDER = 'example.com\nmail.example.com:465, Production, team=Platform; owner=Ada Lovelace';

function ImportForm() {
  const { run, error, busy, begin, cancel, forgetError } = useImportRun();
  const [text, setText] = useState('');
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const edit = (next: string): void => {
    setText(next);
    setTooLarge(null);
    if (error !== null) forgetError();
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > FILE_MAX_BYTES) {
      setTooLarge(`${file.name} has ${sizeText(file.size)}; at most ${sizeText(FILE_MAX_BYTES)} are read at once. Split it.`);
      return;
    }
    edit(await file.text());
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!busy && text.trim() !== '' && (await begin(text))) setText('');
  };
  const problem = tooLarge ?? (error === null ? undefined : importFailureText(error));
  return (
    <>
      <Panel title="Add many">
        <form
          className={css.form}
          onSubmit={(event) => void submit(event)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          data-over={over}
        >
          <Textarea
            label="Domains, one a line, or CSV"
            description="CSV: domain, environment, tags as name=value; name=value. A header may name the columns. JSON and an exported file work too."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            placeholder={PLACEHOLDER}
            minRows={5}
            maxRows={14}
            autosize
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => edit(event.currentTarget.value)}
            error={fieldError(problem)}
            classNames={{ input: css.text ?? '' }}
          />
          <div className={css.foot}>
            <input
              ref={picker}
              type="file"
              accept=".csv,.txt,.json,text/csv,text/plain,application/json"
              className={css.picker}
              aria-label="File with domains"
              tabIndex={-1}
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <Button variant="default" leftSection={<Icon name="upload" small />} onClick={() => picker.current?.click()} disabled={busy}>
              Choose File
            </Button>
            <span className={css.hint}>or drop one here</span>
            <Button type="submit" className={css.submit ?? ''} disabled={busy || text.trim() === ''}>
              {busy ? 'Importing...' : 'Import'}
            </Button>
          </div>
        </form>
      </Panel>
      {run === null ? null : <ImportReport run={run} cancel={cancel} />}
    </>
  );
}
