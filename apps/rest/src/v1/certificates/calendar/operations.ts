import type { ServeOperation } from '../../../rest-environment.ts';
import { serveCalendarLink } from './link.ts';
import { serveRotateCalendarLink } from './rotate.ts';

export const calendarOperations: readonly ServeOperation[] = [serveCalendarLink, serveRotateCalendarLink];
