import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note/note.tsx';
import { ProgressLine } from '../../ui/progress/progress-line.tsx';
import { Bones } from '../../ui/query-panel/query-panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { durationText, failedText, sourceLabels, sourceWord } from './discovery-texts.ts';
import type { RunView, SourceView } from './types.ts';

interface RunHeadProps {
  readonly run: RunView;
  /** The last poll failed. The next one may succeed. */
  readonly isPollFailing: boolean;
  /** Null if the role may not start a run, and during a run. */
  readonly rerun: {
    readonly start: () => void;
    /** Queries the logs again too. */
    readonly startFresh: () => void;
  } | null;
}

/** The progress of a run, or its end, and the outcome of each source. */
export function RunHead({ run, isPollFailing, rerun }: RunHeadProps) {
  const running = run.status === 'running';
  return (
    <>
      {running ? <RunProgress run={run} /> : <Ended run={run} rerun={rerun} />}
      {running && isPollFailing ? (
        <Group gap="xs" wrap="nowrap" px="md" pb="sm">
          <StatusMark tone="unreachable" />
          <Text size="sm">The status is not known right now. The run continues, and we keep asking.</Text>
        </Group>
      ) : null}
      <SourceCells sources={run.sources} isOver={!running} />
      {run.comparison === null ? null : <Comparison comparison={run.comparison} />}
    </>
  );
}

function Ended({ run, rerun }: Pick<RunHeadProps, 'run' | 'rerun'>) {
  const { domain, status, error, startedAt, finishedAt, found, sources } = run;
  const failed = status === 'failed' && !isCancelled(run);
  return (
    <Group
      gap="xs"
      px="md"
      py="sm"
      data-tone={failed ? 'expired' : 'valid'}
      {...(failed ? { bg: 'var(--tone-tint)', style: { boxShadow: 'inset 3px 0 0 var(--tone)' } } : {})}
    >
      <StatusMark tone={failed ? 'expired' : status === 'failed' ? 'pending' : 'valid'} />
      <Box flex="1 1 200px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <strong>{failed ? failedText(error) : status === 'failed' ? `${domain}: cancelled` : domain}</strong>
        <Text size="sm" c={failed ? 'var(--na-text-2)' : 'dimmed'}>
          {status === 'failed' && found > 0 ? 'The results until then are shown. ' : ''}
          {finishedAt === null ? null : (
            <>
              <AbsoluteTime value={finishedAt} form="datetime" /> · took {durationText(finishedAt.getTime() - startedAt.getTime())}
            </>
          )}
        </Text>
      </Box>
      {rerun === null ? null : (
        <Group gap="xs">
          {sources.some(({ reused }) => reused) ? (
            <Button size="sm" variant="subtle" color="gray" onClick={rerun.startFresh}>
              Ask logs again
            </Button>
          ) : null}
          <Button size="sm" variant="default" leftSection={<Icon name="refresh" small />} onClick={rerun.start}>
            Run again
          </Button>
        </Group>
      )}
    </Group>
  );
}

/** The difference to the previous run. */
function Comparison({ comparison: { finishedAt, added, gone } }: { readonly comparison: NonNullable<RunView['comparison']> }) {
  return (
    <Text size="sm" px="md" py={10}>
      Since the run of <AbsoluteTime value={finishedAt} form="datetime" />: {countText(added)} new, {countText(gone)} gone.
    </Text>
  );
}

export const RunHeadSkeleton = () => <Bones widths={[36, 100, 64]} />;

const SECOND_MS = 1000;

/** Counts in the browser only: the first render shows none. */
function Elapsed({ since }: { readonly since: Date }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = (): void => setNow(Date.now());
    tick();
    const timer = window.setInterval(tick, SECOND_MS);
    return () => window.clearInterval(timer);
  }, []);
  return <Note span>{now === null ? null : durationText(now - since.getTime())}</Note>;
}

/** Screen readers hear every quarter, not every poll. */
const SAID_EVERY_PERCENT = 25;

const spokenText = (domain: string, progress: number): string => {
  const said = progress - (progress % SAID_EVERY_PERCENT);
  return said === 0 ? `The scan of ${domain} has started` : `The scan of ${domain} has passed ${said}%`;
};

/** The real progress of a run: it stops while a source does. */
function RunProgress({ run: { domain, progress, startedAt } }: { readonly run: RunView }) {
  return (
    <Stack gap="xs" px="md" pb="md">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text span size="sm" fw={500} c="var(--na-text)" style={{ overflowWrap: 'anywhere' }}>
          Scanning {domain}... {progress}% complete
        </Text>
        <VisuallyHidden role="status">{spokenText(domain, progress)}</VisuallyHidden>
        <Elapsed since={startedAt} />
      </Group>
      <ProgressLine label={`Scanning ${domain}`} value={progress} max={100} />
    </Stack>
  );
}

interface SourceCellsProps {
  readonly sources: readonly SourceView[];
  readonly isOver: boolean;
}

/** Each source with the number of names it found, its outcome, and the reason if it is not complete. */
function SourceCells({ sources, isOver }: SourceCellsProps) {
  return (
    <Box style={{ borderTop: '1px solid var(--na-border)' }}>
      <StatCards label="Sources">
        {sources.map((source) => {
          const { label, tone } = sourceWord(source, isOver);
          const value = source.state === 'waiting' ? null : source.count;
          return (
            <StatCard key={source.source} label={sourceLabels[source.source]} tone={tone} value={value} note={label} size="sm">
              {source.reason === null ? null : <Text size="xs">{source.reason}</Text>}
              {source.reused && source.fetchedAt !== null ? (
                <Text size="xs">
                  As answered on <AbsoluteTime value={source.fetchedAt} form="datetime" />
                </Text>
              ) : null}
            </StatCard>
          );
        })}
      </StatCards>
    </Box>
  );
}
