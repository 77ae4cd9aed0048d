import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { durationText } from './discovery-texts.ts';
import css from './run-progress.module.css';
import type { RunView } from './types.ts';

const SECOND_MS = 1000;

/** Counted in the browser alone: the page's first render draws none. */
function Elapsed({ since }: { readonly since: Date }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = (): void => setNow(Date.now());
    tick();
    const timer = window.setInterval(tick, SECOND_MS);
    return () => window.clearInterval(timer);
  }, []);
  return <span className={css.elapsed}>{now === null ? null : durationText(now - since.getTime())}</span>;
}

/** Said so often of the way, not at every poll. */
const SAID_EVERY_PERCENT = 25;

const spokenText = (domain: string, progress: number): string => {
  const said = progress - (progress % SAID_EVERY_PERCENT);
  return said === 0 ? `The scan of ${domain} has started` : `The scan of ${domain} has passed ${said}%`;
};

/** How far the run really is: with a source that stands still it does so too. */
export function RunProgress({ run: { domain, progress, startedAt } }: { readonly run: RunView }) {
  return (
    <div className={css.progress}>
      <div className={css.line}>
        <span className={css.text}>
          Scanning {domain}... {progress}% complete
        </span>
        <VisuallyHidden role="status">{spokenText(domain, progress)}</VisuallyHidden>
        <Elapsed since={startedAt} />
      </div>
      <div
        className={css.rail}
        role="progressbar"
        aria-label={`Scanning ${domain}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <span className={css.fill} style={{ width: `${progress}%` }} />
      </div>
    </div>
  );
}
