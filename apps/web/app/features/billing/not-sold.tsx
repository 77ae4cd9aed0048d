import { Panel } from '../../ui/panel/panel.tsx';
import css from './billing-screen.module.css';

/** For whoever types the address of what is not shown anywhere. */
export function NotSold() {
  return (
    <Panel label="Plans & Billing">
      <p className={css.bones}>This installation is self-hosted: everything is included, and nothing is for sale.</p>
    </Panel>
  );
}
