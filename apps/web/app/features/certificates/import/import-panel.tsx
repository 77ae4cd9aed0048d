import { Box, Button, Group, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useSessionView } from '../../../shell/session.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import type { ImportRun } from '../types.ts';
import { useCancelJob } from '../use-cancel-job.ts';
import { useRefreshCertificates } from '../use-refresh.ts';

/** Adds many certificates, pasted or from a file. Plans without it see what it does. */
export function ImportPanel() {
  const session = useSessionView();
  return session?.entitlements.bulkImport === true ? <ImportForm /> : <LockedImport />;
}

function LockedImport() {
  return (
    <Panel label="Add many" locked>
      <Group p="lg" gap={14} align="flex-start" wrap="nowrap" c="dimmed">
        <Icon name="upload" />
        <div>
          <strong>Add many at once</strong>
          <Text size="sm" mb="sm">
            Paste a list or drop a CSV file with tags and environments. Bulk import is available on Business and Enterprise plans.
          </Text>
          <UpgradeLink />
        </div>
      </Group>
    </Panel>
  );
}

const PLACEHOLDER = 'example.com\nmail.example.com:465, Production, team=Platform; owner=Ada Lovelace';
const ImportReport = lazyPart(() => import('./import-report.tsx'));

const FAILED = 'Failed to import certificates';
const KB = 1024;
/** The server's limit. */
const FILE_MAX_BYTES = 900 * KB;

const sizeText = (bytes: number): string => `${countText(Math.ceil(bytes / KB))} KB`;

function ImportForm() {
  const { run, busy, begin, cancel } = useImportRun();
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { text: '' },
    failed: FAILED,
    problems: (error) => ({ text: failureText(error, FAILED) }),
    submit: async ({ text }) => {
      await begin(text);
      form.reset();
    },
  });
  const field = form.field('text');

  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { name, size } = file;
    const fits = size <= FILE_MAX_BYTES;
    setTooLarge(fits ? null : `${name} is ${sizeText(size)}. The limit is ${sizeText(FILE_MAX_BYTES)}: split the file.`);
    if (fits) form.set({ text: await file.text() });
  };
  const drag = (event: DragEvent, isOver: boolean): void => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <>
      <Panel title="Add many">
        <Box
          px="lg"
          py={20}
          {...(over ? { bg: 'var(--na-accent-tint)' } : {})}
          onDragOver={(event) => drag(event, true)}
          onDragLeave={(event) => drag(event, false)}
          onDrop={(event) => {
            drag(event, false);
            void take(event.dataTransfer.files[0]);
          }}
        >
          <Form form={form}>
            <Textarea
              {...field}
              label="Domains, one per line, or CSV"
              description="CSV: domain, environment, tags as name=value; name=value. A header may name the columns. JSON and an exported file work too."
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              placeholder={PLACEHOLDER}
              minRows={5}
              maxRows={14}
              autosize
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                setTooLarge(null);
                field.onChange(event);
              }}
              error={tooLarge === null ? field.error : fieldError(tooLarge)}
              styles={{ input: { fontFamily: 'var(--na-mono)' } }}
            />
            <Group gap="sm">
              <VisuallyHidden>
                <input
                  ref={picker}
                  type="file"
                  accept=".csv,.txt,.json,text/csv,text/plain,application/json"
                  aria-label="File with domains"
                  tabIndex={-1}
                  onChange={(event) => {
                    void take(event.currentTarget.files?.[0]);
                    event.currentTarget.value = '';
                  }}
                />
              </VisuallyHidden>
              <Button variant="default" leftSection={<Icon name="upload" small />} onClick={() => picker.current?.click()} disabled={busy}>
                Choose File
              </Button>
              <Text span size="sm" c="dimmed" visibleFrom="sm">
                or drop one here
              </Text>
              <Box ml="auto">
                <SubmitButton form={form} busyText="Importing..." disabled={busy || form.values.text.trim() === ''}>
                  {busy ? 'Importing...' : 'Import'}
                </SubmitButton>
              </Box>
            </Group>
          </Form>
        </Box>
      </Panel>
      {run === null ? null : <ImportReport run={run} cancel={cancel} />}
    </>
  );
}

const POLL_MS = 1000;
const LINES = 1000;

const isOver = (run: ImportRun | undefined): boolean => run !== undefined && run.status !== 'running';

/** Sends lines to the server and follows the import until it ends. A few lines are done with the first response. */
function useImportRun() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useRefreshCertificates();
  const [first, setFirst] = useState<ImportRun | null>(null);
  const start = useMutation(trpc.certificates.import.mutationOptions());
  const poll = useQuery({
    ...trpc.certificates.importRun.queryOptions({ id: first?.id ?? '', limit: LINES }),
    enabled: first !== null && first.status === 'running',
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_MS),
  });
  const run = poll.data ?? first;
  const cancel = useCancelJob(first?.id, 'Failed to cancel the import', () =>
    queries.invalidateQueries(trpc.certificates.importRun.pathFilter()),
  );
  const over = run !== null && isOver(run);
  const id = first?.id;
  useEffect(() => {
    if (id !== undefined && over) void refresh();
  }, [id, over, refresh]);

  return {
    run,
    busy: start.isPending || (run !== null && !over),
    /** Rejects if the import did not start. */
    begin: async (text: string): Promise<void> => {
      setFirst(null);
      setFirst(await start.mutateAsync({ text }));
    },
    cancel,
  };
}
