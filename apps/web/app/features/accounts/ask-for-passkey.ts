import type { AppRouter } from '@notafter/trpc';
import type { TRPCClient } from '@trpc/client';

/** A refusal by the browser or its person, in words; whatever the server refuses keeps its own error. */
export class PasskeyRefusal extends Error {}

const load = () => import('@simplewebauthn/browser');

/** The library's code of the failure, if known. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const said: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already holds a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This security key cannot hold passkeys. Use another one.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'This security key cannot recognize you. Give it a PIN, or use another one.',
  ERROR_INVALID_DOMAIN: 'Passkeys work only over https and at a host name.',
  ERROR_INVALID_RP_ID: 'Passkeys work only at the address this server was set up with.',
};

const refusalOf = (error: unknown, otherwise: string): PasskeyRefusal => new PasskeyRefusal(said[String(codeOf(error))] ?? otherwise);

type Client = TRPCClient<AppRouter>;

/** Lets the browser ask for a passkey and signs in with it. Rejects with a `PasskeyRefusal` or a call's error. */
export async function signInWithPasskey(client: Client): Promise<void> {
  const { startAuthentication } = await load();
  const { challengeId, options } = await client.signIn.beginPasskeyLogin.mutate();
  const answer = await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw refusalOf(error, 'No passkey was used. Try again, or sign in with your password.');
  });
  await client.signIn.withPasskey.mutate({ challengeId, answer });
}

/** Whether the browser offers passkeys where it offers saved passwords. */
const hasPasskeyAutofill = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;

/**
 * Waits, until the signal ends it, for a passkey picked from the address field's suggestions. Answers whether somebody signed
 * in; false where the waiting ended without. Rejects with the error of the call that refused what was picked.
 */
export async function awaitPickedPasskey(client: Client, signal: AbortSignal): Promise<boolean> {
  if (!(await hasPasskeyAutofill())) return false;
  const { startAuthentication, WebAuthnAbortService } = await load();
  if (signal.aborted) return false;
  const question = await client.signIn.beginPasskeyLogin.mutate(undefined, { signal }).catch(() => null);
  if (question === null || signal.aborted) return false;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  // It also ends by the button's own request, or by a browser that thinks better of it.
  const answer = await startAuthentication({ optionsJSON: question.options, useBrowserAutofill: true }).catch(() => null);
  if (answer === null) return false;
  await client.signIn.withPasskey.mutate({ challengeId: question.challengeId, answer });
  return true;
}

type Question = Awaited<ReturnType<Client['signIn']['beginPasskey']['mutate']>>;

/** Lets the browser make a passkey for this question. Rejects with a `PasskeyRefusal`. */
export async function makePasskey({ options }: Question) {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw refusalOf(error, 'No passkey was made. Try again.');
  });
}
