import { useEffect } from 'react';
import { useMay } from '../../shell/session.ts';
import { ResultsPanel } from './results-panel.tsx';
import { type ChangeAddress, RESULTS_PER_PAGE, type RunAddress } from './run-address.ts';
import type { RunView } from './types.ts';
import { useAdding } from './use-adding.ts';
import { WildcardNotice } from './wildcard-notice.tsx';

interface RunResultsProps {
  readonly run: RunView;
  readonly address: RunAddress;
  readonly onChange: ChangeAddress;
  readonly stale: boolean;
}

/** Results of a run, with actions to monitor them. */
export function RunResults({ run, address, onChange, stale }: RunResultsProps) {
  const mayAdd = useMay('certificates/add-certificate');
  const adding = useAdding();
  // A list gets shorter, as when its rows were added: beyond its end stands its last page.
  const last = Math.max(1, Math.ceil(run.total / RESULTS_PER_PAGE));
  const isBeyond = !stale && run.results.length === 0 && address.page > last;
  useEffect(() => {
    if (isBeyond) onChange({ page: last }, { replace: true });
  }, [isBeyond, last, onChange]);
  return (
    <>
      <WildcardNotice hints={run.wildcards} adding={mayAdd ? adding : null} />
      <ResultsPanel run={run} address={address} onChange={onChange} stale={stale} adding={adding} />
    </>
  );
}
