import type { EnvironmentId } from '../ids.ts';

/** `read` views, `write` adds and changes, `delete` deletes; none includes another. */
export interface ApiKeyPermissions {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
}

/** The certificates that a scoped API key can access: those of one environment, or those with one tag. */
export type CertificateScope =
  | { readonly environmentId: EnvironmentId }
  | { readonly tag: { readonly name: string; readonly value: string } };

/** The properties that a scope compares. */
export interface ScopedPlacement {
  readonly environmentId: EnvironmentId | null;
  readonly tags: Readonly<Record<string, string>>;
}

/** Names and values are compared exactly. */
export const isInScope = (scope: CertificateScope, { environmentId, tags }: ScopedPlacement): boolean =>
  'environmentId' in scope ? environmentId === scope.environmentId : tags[scope.tag.name] === scope.tag.value;

/** Returns where a new certificate of a scoped key goes: into the scope, unless it asks for another environment or tag value. */
export const placedInScope = (scope: CertificateScope, { environmentId, tags }: ScopedPlacement): ScopedPlacement =>
  'environmentId' in scope
    ? { environmentId: environmentId ?? scope.environmentId, tags }
    : { environmentId, tags: { [scope.tag.name]: scope.tag.value, ...tags } };

/** `name=value` of a tag, as in list filters; cannot express a name with an equals sign. */
export const parseScopeTag = (text: string): { readonly name: string; readonly value: string } | null => {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at < 0 || name === '' || value === '' ? null : { name, value };
};
