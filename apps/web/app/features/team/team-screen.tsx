import { EnvironmentsCard } from '../environments/environments-card.tsx';
import { MembersPanel } from './members-panel.tsx';
import { PlanNotice } from './plan-notice.tsx';
import css from './team.module.css';

/** Who is in the organization and who is asked to join; below them the environments its certificates are told apart by. */
export function TeamScreen() {
  return (
    <div className={css.screen}>
      <PlanNotice />
      <MembersPanel />
      <EnvironmentsCard />
    </div>
  );
}
