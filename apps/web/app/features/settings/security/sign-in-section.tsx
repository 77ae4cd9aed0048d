/** Passkeys, the authenticator app and its recovery codes. */
export function SignInSection() {
  return null;
}
