import { CHALLENGE_VALID_MS, type PasskeyAssertion, type PasskeyRegistration, type UserId } from '@notafter/domain';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

export interface PasskeyOwner {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
}

/** The stored fields of a credential, none of them secret. */
export interface StoredPasskey {
  /** Base64url. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** `reason` is for the log: it describes the fault in the browser's response. */
type Verified<Found> = ({ readonly verified: true } & Found) | { readonly verified: false; readonly reason: string };

/**
 * WebAuthn (W3C, Level 3) for PUBLIC_URL. A passkey signs in alone and without an address, so the authenticator has to store it
 * (`residentKey`) and verify the user (`userVerification`): two factors at once. Attestation is not requested.
 */
export interface Passkeys {
  registrationOptions(owner: PasskeyOwner, known: readonly StoredPasskey[]): Promise<PublicKeyCredentialCreationOptionsJSON>;
  verifyRegistration(answer: PasskeyRegistration, challenge: string): Promise<Verified<{ readonly passkey: StoredPasskey }>>;
  /** For any user: the authenticator offers its credentials for this site. */
  loginOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Returns `counter` to store; a counter that did not increase is rejected as a copied key (Level 3, section 7.2 step 22). */
  verifyLogin(
    answer: PasskeyAssertion,
    challenge: string,
    passkey: StoredPasskey,
    userId: UserId,
  ): Promise<Verified<{ readonly counter: number }>>;
}

const RP_NAME = 'Notafter';
const REASON_LENGTH = 300;
/** COSE identifiers of Ed25519, ES256 and RS256: common in authenticators, and supported by Node without a flag. */
const algorithms = [-8, -7, -257];

/** Takes a fifth of a second to load, so it is loaded on first use. */
const load = () => import('@simplewebauthn/server');

/** The ID's 16 bytes: the authenticator stores nothing about the person. */
const userHandleOf = (userId: UserId): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

const isOfUser = (userHandle: string | undefined, userId: UserId): boolean =>
  userHandle === Buffer.from(userHandleOf(userId)).toString('base64url');

const notVerified = (error: unknown) =>
  ({ verified: false, reason: (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH) }) as const;

/** Attestation is not requested, and its certificates would be parsed and their CRLs fetched: only "none" is accepted. */
const isUnattested = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  return attestation.get('fmt') === 'none' || (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
};

export const createPasskeys = (publicUrl: string): Passkeys => {
  const { origin, hostname: rpID } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    registrationOptions: async ({ id, email, name }, known) => {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName: RP_NAME,
        rpID,
        userName: email,
        userDisplayName: name,
        userID: userHandleOf(id),
        timeout: CHALLENGE_VALID_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    verifyRegistration: async ({ response, ...answer }, challenge) => {
      const { verifyRegistrationResponse } = await load();
      const { transports = [], ...attestation } = response;
      try {
        if (!(await isUnattested(attestation.attestationObject)))
          return { verified: false, reason: 'An attestation was sent unrequested.' };
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...answer, response: { ...attestation, transports: [...transports] }, clientExtensionResults: {} },
          expectedChallenge: challenge,
          supportedAlgorithmIDs: algorithms,
          ...expected,
        });
        if (!verified) return { verified: false, reason: 'The attestation is invalid.' };
        const { id, publicKey, counter } = registrationInfo.credential;
        return { verified: true, passkey: { credentialId: id, publicKey, counter, transports } };
      } catch (error) {
        return notVerified(error);
      }
    },

    loginOptions: async () => {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({ rpID, timeout: CHALLENGE_VALID_MS, userVerification: 'required' });
    },

    verifyLogin: async ({ response, ...answer }, challenge, { credentialId, publicKey, counter }, userId) => {
      const { verifyAuthenticationResponse } = await load();
      const { userHandle, ...assertion } = response;
      if (!isOfUser(userHandle, userId)) return { verified: false, reason: 'The user handle belongs to another user.' };
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...answer, response: assertion, clientExtensionResults: {} },
          expectedChallenge: challenge,
          ...expected,
          credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
        });
        return verified ? { verified, counter: authenticationInfo.newCounter } : { verified, reason: 'The signature is invalid.' };
      } catch (error) {
        return notVerified(error);
      }
    },
  };
};
