/** Providers that people may sign in with. */
export const identityProviderNames = ['github', 'google'] as const;
export type IdentityProviderName = (typeof identityProviderNames)[number];

export const identityProviderTitles = { github: 'GitHub', google: 'Google' } as const satisfies Record<IdentityProviderName, string>;

export const isIdentityProviderName = (text: string): text is IdentityProviderName => identityProviderNames.some((name) => name === text);

/** One provider as a signed-in person sees it. */
export interface IdentityView {
  readonly provider: IdentityProviderName;
  /** Whether this installation offers it; a link created before it was turned off can still be removed. */
  readonly configured: boolean;
  readonly linked: LinkedIdentity | null;
}

export interface LinkedIdentity {
  /** The address that the provider last returned. */
  readonly email: string;
  readonly linkedAt: Date;
  /** False if it is the only sign-in method. */
  readonly removable: boolean;
}

/** An identity that waits for the owner of its address to sign in. */
export interface PendingLinkView {
  readonly provider: IdentityProviderName;
  readonly email: string;
}

/** A person's sign-in methods. */
export interface SignInWays {
  readonly password: boolean;
  readonly passkeys: number;
  /** Linked providers that this installation offers. */
  readonly providers: readonly IdentityProviderName[];
}

/** Whether a sign-in method remains without this provider. */
export const maySignInWithout = ({ password, passkeys, providers }: SignInWays, provider: IdentityProviderName): boolean =>
  password || passkeys > 0 || providers.some((name) => name !== provider);
