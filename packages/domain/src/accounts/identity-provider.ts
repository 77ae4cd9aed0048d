/** Where people may sign in instead of here. */
export const identityProviderNames = ['github', 'google'] as const;
export type IdentityProviderName = (typeof identityProviderNames)[number];
