/** The accounts elsewhere that a person signs in with. */
export function IdentitiesSection() {
  return null;
}
