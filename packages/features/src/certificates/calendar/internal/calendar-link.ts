import type { OrganizationId } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';

/** The address that a calendar subscribes to. */
export const calendarUrl = ({ auth, config }: Pick<SystemContext, 'auth' | 'config'>, orgId: OrganizationId, rotation: number): string =>
  `${config.publicUrl}/v1/calendar/${auth.calendarSecret(orgId, rotation)}.ics`;
