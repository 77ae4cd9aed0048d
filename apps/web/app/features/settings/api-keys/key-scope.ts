import { type CertificateScope, parseScopeTag } from '@notafter/domain';

/** The choice of the form that asks for a tag. */
export const WITH_TAG = 'tag';

type EnvironmentId = Extract<CertificateScope, { environmentId: unknown }>['environmentId'];

/** Returns the certificates that the form chooses: null is all of them, undefined an invalid tag. */
export const scopeOf = (
  { certificates, tag }: { readonly certificates: string; readonly tag: string },
  environments: readonly { readonly id: EnvironmentId }[],
): CertificateScope | null | undefined => {
  if (certificates === '') return null;
  if (certificates === WITH_TAG) {
    const parsed = parseScopeTag(tag);
    return parsed === null ? undefined : { tag: parsed };
  }
  const environment = environments.find(({ id }) => id === certificates);
  return environment === undefined ? undefined : { environmentId: environment.id };
};
