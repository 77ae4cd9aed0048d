import type { CertificateFileFormat } from '@notafter/domain';

/** A certificate in a file. */
export interface FoundCertificate {
  readonly alias: string | null;
  readonly role: 'certificate' | 'authority';
  readonly der: Buffer;
  readonly chain: readonly Buffer[];
  readonly hasKey: boolean;
}

export interface FileReading {
  readonly path: string;
  readonly format: CertificateFileFormat | null;
  readonly certificates: readonly FoundCertificate[];
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export interface FileSource {
  readonly pattern: string;
  readonly password?: { readonly file: string } | { readonly variable: string };
}

export interface KubernetesSource {
  readonly kubeconfig: string | 'in-cluster';
  readonly namespaces: readonly string[] | 'all';
  readonly labelSelector?: string;
}

export type ReadFiles = (
  request: { readonly files: readonly FileSource[]; readonly kubernetes: readonly KubernetesSource[] },
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<readonly FileReading[]>;
