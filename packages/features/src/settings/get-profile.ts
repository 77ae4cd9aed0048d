import { type OrgContext, requirePerson } from '../context.ts';
import { getProfileView, type ProfileView } from './internal/profile-view.ts';

/** Returns the person's own profile. */
export const getProfile = async (ctx: OrgContext): Promise<ProfileView> => {
  const { userId } = requirePerson(ctx, 'settings/get-profile');
  return getProfileView(ctx, userId);
};
