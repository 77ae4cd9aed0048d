import { z } from 'zod';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { timelineWindows } from './timeline.ts';
import { trendDays } from './trend-days.ts';

export const trendsInput = z.object({ days: z.literal(trendDays).default(30) });

export const timelineInput = z.object({ days: z.literal(timelineWindows).default(90) });

const readinessCursor = z.string().max(1000).optional();
export const listReadinessInput = z.object({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: readinessCursor,
});
export const exportReadinessInput = z.object({ cursor: readinessCursor });

export const exportCbomInput = z.object({ cursor: z.string().max(200).optional() });
