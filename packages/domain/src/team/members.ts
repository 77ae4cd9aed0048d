import type { Role } from '../permissions/permissions.ts';

/** How many places of a team are taken, by members and by open invitations. */
export interface Seats {
  readonly members: number;
  readonly invited: number;
  /** null: any number. */
  readonly limit: number | null;
}

/** Whether one more person can be invited. */
export const hasFreeSeat = ({ members, invited, limit }: Seats): boolean => limit === null || members + invited < limit;

/**
 * Whether somebody who was invited can join. Their invitation holds a seat, but the limit may have shrunk since: then who
 * comes first gets what is left.
 */
export const hasRoomToJoin = ({ members, limit }: Pick<Seats, 'members' | 'limit'>): boolean => limit === null || members < limit;

/** Why this member can be neither changed nor removed by others: admins only step down or leave by themselves. */
export const protectionOf = (role: Role): 'admin_protected' | null => (role === 'admin' ? 'admin_protected' : null);
