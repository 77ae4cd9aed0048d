import { useSessionView } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { texts } from './team-texts.ts';

/** On plans without a team; who is there already stays. */
export function PlanNotice() {
  const session = useSessionView();
  if (session === null || session.entitlements.team) return null;
  return (
    <Banner tone="info" action={<UpgradeLink />}>
      {texts.planNotice}
    </Banner>
  );
}
