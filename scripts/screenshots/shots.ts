import { adminShots } from './admin-shots.ts';
import { analyticsShots } from './analytics-shots.ts';
import { anchorsShots } from './anchors-shots.ts';
import { billingShots } from './billing-shots.ts';
import { collectorsShots } from './collectors-shots.ts';
import { detailShots } from './detail-shots.ts';
import { discoveryShots } from './discovery-shots.ts';
import { endpointShots } from './endpoint-shots.ts';
import { listShots } from './list-shots.ts';
import { notificationShots } from './notification-shots.ts';
import { oauthShots } from './oauth-shots.ts';
import { organizeShots } from './organize-shots.ts';
import { profileShots } from './profile-shots.ts';
import { publicShots } from './public-shots.ts';
import { securityShots } from './security-shots.ts';
import { serviceShots } from './service-shots.ts';
import { settingsShots } from './settings-shots.ts';
import { shellShots } from './shell-shots.ts';
import type { Shot } from './shot.ts';
import type { Stage } from './stage.ts';
import { teamShots } from './team-shots.ts';
import { transparencyShots } from './transparency-shots.ts';
import { viewerShots } from './viewer-shots.ts';

/** Every screen in every state. `pathOf` returns the detail page of a host of the demo organization. */
export const allShots = ({
  pathOf,
  links,
  kitUrl,
  collectors,
  issuances,
}: Pick<Stage, 'pathOf' | 'links' | 'kitUrl' | 'collectors' | 'issuances'>): readonly Shot[] => [
  { name: 'kit', as: 'nobody', path: kitUrl },
  ...publicShots,
  ...oauthShots,
  ...adminShots,
  ...analyticsShots,
  ...listShots,
  ...shellShots,
  ...discoveryShots,
  ...notificationShots(links),
  ...endpointShots,
  ...teamShots,
  ...billingShots,
  ...profileShots(links),
  ...viewerShots(pathOf),
  ...securityShots,
  ...settingsShots,
  ...serviceShots,
  ...organizeShots(pathOf),
  ...anchorsShots(pathOf),
  ...collectorsShots(collectors),
  ...transparencyShots(issuances),
  ...detailShots(pathOf),
];
