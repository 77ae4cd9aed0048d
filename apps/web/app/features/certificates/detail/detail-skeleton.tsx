import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone } from '../../../ui/states/states.tsx';
import css from './detail-head.module.css';

/** The shape of the screen while its certificate is awaited. */
export function DetailSkeleton() {
  return (
    <div className={css.skeleton} role="status" aria-label="Loading certificate">
      <Bone width={32} />
      <Panel label="Days until expiry">
        <div className={css.bones}>
          <Bone width={16} />
          <Bone line />
          <Bone width={24} />
        </div>
      </Panel>
      <Panel label="Certificate Chain">
        <div className={css.bones}>
          <Bone width={40} />
          <Bone width={52} />
          <Bone width={46} />
        </div>
      </Panel>
    </div>
  );
}
