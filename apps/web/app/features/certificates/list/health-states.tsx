import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import css from './list-states.module.css';

/** The panel's shape while its figures are awaited. */
export function HealthSkeleton() {
  return (
    <Panel label="SSL Health Score">
      <div className={css.healthBones} aria-hidden="true">
        <Bone width={24} />
      </div>
      <div className={css.cardBones} aria-hidden="true">
        {['total', 'expired', 'critical', 'warning'].map((card) => (
          <span key={card}>
            <Bone width={40} />
            <Bone width={26} />
          </span>
        ))}
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
        text="The list below is not affected. Monitoring goes on."
        onRetry={onRetry}
        retrying={retrying}
      />
    </Panel>
  );
}
