/** One certificate in a file. */
export interface FoundCertificate {
  /** The entry inside a keystore or kubeconfig, or `namespace/name` of a Secret; null in files without names. */
  readonly alias: string | null;
  /** A CA certificate without host names, or an entry that a keystore trusts, is an authority. */
  readonly role: 'certificate' | 'authority';
  readonly der: Buffer;
  /** The certificates above it in the same entry, its issuer first. */
  readonly chain: readonly Buffer[];
  /** Whether its private key is in the same entry. */
  readonly hasKey: boolean;
}

export type FileFormat = 'pem' | 'der' | 'pkcs12' | 'jks' | 'kubeconfig' | 'kubernetes';

export const problemCodes = [
  'not_found',
  'permission_denied',
  'too_large',
  'not_a_file',
  'no_certificate',
  'unknown_format',
  'password_required',
  'wrong_password',
  'unsupported_encryption',
  'broken',
  'unreachable',
  'too_many',
] as const;

/** Why a file, or a part of it, could not be read. The message contains nothing that the file contains. */
export type FileProblem = { readonly code: (typeof problemCodes)[number]; readonly message: string };

/** The contents of one file. A problem may come with certificates: those that were readable all the same. */
export interface FileReading {
  /** The file, or `kubernetes:` and where the access to the cluster comes from. */
  readonly path: string;
  readonly format: FileFormat | null;
  readonly certificates: readonly FoundCertificate[];
  readonly problem: FileProblem | null;
}

/** The result of a format's reader. */
export type Contents = Omit<FileReading, 'path'>;

/** Files to read: the pattern is a file, a directory or a glob; `password` says where the password of its keystores is. */
export interface FileSource {
  readonly pattern: string;
  readonly password?: { readonly file: string } | { readonly variable: string };
}

/** The TLS Secrets of a cluster. `in-cluster` uses the service account of this pod. */
export interface KubernetesSource {
  readonly kubeconfig: string | 'in-cluster';
  readonly namespaces: readonly string[] | 'all';
  readonly labelSelector?: string;
}

export interface ReadRequest {
  readonly files: readonly FileSource[];
  readonly kubernetes: readonly KubernetesSource[];
}

/** An expected failure while a file is read. It never leaves the reader: it becomes the `problem` of a reading. */
export class FileFault extends Error {
  readonly code: FileProblem['code'];

  constructor(code: FileProblem['code'], message: string) {
    super(message);
    this.name = 'FileFault';
    this.code = code;
  }

  get problem(): FileProblem {
    return { code: this.code, message: this.message };
  }
}
