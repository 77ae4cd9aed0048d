import type { EnvironmentId } from '../ids.ts';

/** The certificates that a scoped API key can reach: those of one environment, or those with one tag. */
export type CertificateScope =
  | { readonly environmentId: EnvironmentId }
  | { readonly tag: { readonly name: string; readonly value: string } };
