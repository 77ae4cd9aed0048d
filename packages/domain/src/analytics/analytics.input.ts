import { z } from 'zod';
import { timelineWindows } from './timeline.ts';

export const trendDays = [30, 365] as const;
export type TrendDays = (typeof trendDays)[number];
export const trendsInput = z.object({ days: z.literal(trendDays).default(30) });

export const timelineInput = z.object({ days: z.literal(timelineWindows).default(90) });
