/** A browser's answer after creating a passkey (`RegistrationResponseJSON`), as far as it is used; Base64url throughout. */
export interface PasskeyRegistration {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** A browser's answer after using a passkey (`AuthenticationResponseJSON`), as far as it is used; Base64url throughout. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/**
 * Whether browsers allow passkeys for a site at this address: a secure context (https, or localhost) and a host name, since an
 * IP address is not a valid relying party id (WebAuthn Level 3, 5.1.2).
 */
export const passkeysWorkAt = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
};
