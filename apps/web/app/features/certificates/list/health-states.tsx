import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones } from '../../../ui/query-panel/query-panel.tsx';
import { ErrorState } from '../../../ui/states/states.tsx';
import css from './health-panel.module.css';

/** As high as the panel will be, so that nothing moves. */
export function HealthSkeleton() {
  return (
    <Panel label="SSL Health Score">
      <div className={css.awaited}>
        <Bones widths={[24, 62, 40]} />
      </div>
    </Panel>
  );
}

interface HealthPanelFailedProps {
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

export function HealthPanelFailed({ onRetry, retrying }: HealthPanelFailedProps) {
  return (
    <Panel label="SSL Health Score">
      <ErrorState
        title="The figures did not load"
        text="The list below is not affected. Monitoring continues."
        onRetry={onRetry}
        retrying={retrying}
      />
    </Panel>
  );
}
