import { Box, Button, Group, Text } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
import { Icon } from '../../ui/icons.tsx';
import { Bones } from '../../ui/query-panel/query-panel.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { durationText, failedText } from './discovery-texts.ts';
import { RunProgress } from './run-progress.tsx';
import { SourceCells } from './source-cells.tsx';
import type { RunView } from './types.ts';

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
