import { detailShots } from './detail-shots.ts';
import { listShots } from './list-shots.ts';
import { notificationShots } from './notification-shots.ts';
import { organiseShots } from './organise-shots.ts';
import { publicShots } from './public-shots.ts';
import { shellShots } from './shell-shots.ts';
import type { Shot } from './shot.ts';

/** Every screen in every state. `pathOf` leads to the detail of a host of the demo organisation. */
export const allShots = (pathOf: (name: string) => string): readonly Shot[] => [
  ...publicShots,
  ...listShots,
  ...shellShots,
  ...notificationShots,
  ...organiseShots(pathOf),
  ...detailShots(pathOf),
];
