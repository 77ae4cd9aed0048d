import { useCase } from '../use-case.ts';
import { getProfileView, type ProfileView } from './internal/profile-view.ts';

/** Returns the person's own profile. */
export const getProfile = useCase({
  name: 'settings/get-profile',
  access: 'member',
})(async (ctx): Promise<ProfileView> => {
  const { userId } = ctx.actor;
  return getProfileView(ctx, userId);
});
