export * from './auth-service.ts';
export { createAuthService } from './create-auth-service.ts';
export { type HostCookie, hostCookie } from './host-cookie.ts';
export { createIdentityProviders } from './identity/create-identity-providers.ts';
export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from './passkeys.ts';
export { isSameSiteWrite } from './same-site-write.ts';
export { type SessionCookie, sessionCookie } from './session-cookie.ts';
