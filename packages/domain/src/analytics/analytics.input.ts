import { z } from 'zod';
import { timelineWindows } from './timeline.ts';

export const timelineInput = z.object({ days: z.literal(timelineWindows).default(90) });
