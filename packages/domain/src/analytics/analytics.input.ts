import { z } from 'zod';
import { timelineWindows } from './timeline.ts';
import { trendDays } from './trend-days.ts';

export const trendsInput = z.object({ days: z.literal(trendDays).default(30) });

export const timelineInput = z.object({ days: z.literal(timelineWindows).default(90) });
