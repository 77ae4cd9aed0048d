import { Button } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
import { Icon } from '../../ui/icons.tsx';
import { Bone } from '../../ui/states/states.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { durationText, failedText } from './discovery-texts.ts';
import css from './run-head.module.css';
import { RunProgress } from './run-progress.tsx';
import { SourceCells } from './source-cells.tsx';
import type { RunView } from './types.ts';

interface RunHeadProps {
  readonly run: RunView;
  /** The last poll had no answer; the next may. */
  readonly isPollFailing: boolean;
  /** Null for those who start nothing, and while a run is under way. */
  readonly rerun: {
    readonly start: () => void;
    /** Logs are asked again too. */
    readonly startFresh: () => void;
  } | null;
}

/** How far a run is, or how it ended, and what became of each source. */
export function RunHead({ run, isPollFailing, rerun }: RunHeadProps) {
  const running = run.status === 'running';
  return (
    <>
      {running ? <RunProgress run={run} /> : <Ended run={run} rerun={rerun} />}
      {running && isPollFailing ? (
        <p className={css.unknown}>
          <StatusMark tone="unreachable" />
          The status is not known right now. The run goes on, and is asked for again.
        </p>
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
    <div className={css.ended} data-failed={failed}>
      <StatusMark tone={failed ? 'expired' : status === 'failed' ? 'pending' : 'valid'} />
      <div className={css.endedText}>
        <strong>{failed ? failedText(error) : status === 'failed' ? `${domain}: cancelled` : domain}</strong>
        <span>
          {status === 'failed' && found > 0 ? 'What was found until then is shown. ' : ''}
          {finishedAt === null ? null : (
            <>
              <AbsoluteTime value={finishedAt} form="datetime" /> · took {durationText(finishedAt.getTime() - startedAt.getTime())}
            </>
          )}
        </span>
      </div>
      {rerun === null ? null : (
        <span className={css.reruns}>
          {sources.some(({ reused }) => reused) ? (
            <Button size="sm" variant="subtle" color="gray" onClick={rerun.startFresh}>
              Ask logs again
            </Button>
          ) : null}
          <Button size="sm" variant="default" leftSection={<Icon name="refresh" small />} onClick={rerun.start}>
            Run again
          </Button>
        </span>
      )}
    </div>
  );
}

/** What became of the domain since the run before. */
function Comparison({ comparison: { finishedAt, added, gone } }: { readonly comparison: NonNullable<RunView['comparison']> }) {
  return (
    <p className={css.comparison}>
      Since the run of <AbsoluteTime value={finishedAt} form="datetime" />: {countText(added)} new, {countText(gone)} gone.
    </p>
  );
}

export function RunHeadSkeleton() {
  return (
    <div className={css.bones} aria-hidden="true">
      <Bone width={36} />
      <Bone width={100} line />
      <Bone width={64} />
    </div>
  );
}
