import { IdentitiesSection } from '../security/identities-section.tsx';
import { SignInSection } from '../security/sign-in-section.tsx';

/** Who a person is, and below it how they sign in. */
export function ProfileTab() {
  return (
    <>
      <SignInSection />
      <IdentitiesSection />
    </>
  );
}
