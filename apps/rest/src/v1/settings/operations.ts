import type { ServeOperation } from '../../rest-environment.ts';
import { serveAddApiKey } from './add-api-key.ts';
import { serveAddToken } from './add-token.ts';
import { serveEmailChange } from './email-change.ts';
import { serveGetProfile } from './get-profile.ts';
import { serveListApiKeys } from './list-api-keys.ts';
import { serveListTokens } from './list-tokens.ts';
import { serveMailboxProof } from './mailbox-proof.ts';
import { serveMembership } from './membership.ts';
import { serveRevokeApiKey } from './revoke-api-key.ts';
import { serveRevokeToken } from './revoke-token.ts';
import { serveRotateApiKey } from './rotate-api-key.ts';
import { serveUpdateOrganization } from './update-organization.ts';
import { serveUpdateProfile } from './update-profile.ts';

export const settingsOperations: readonly ServeOperation[] = [
  serveGetProfile,
  serveUpdateProfile,
  serveEmailChange,
  serveMembership,
  serveMailboxProof,
  serveUpdateOrganization,
  serveListTokens,
  serveAddToken,
  serveRevokeToken,
  serveListApiKeys,
  serveAddApiKey,
  serveRotateApiKey,
  serveRevokeApiKey,
];
