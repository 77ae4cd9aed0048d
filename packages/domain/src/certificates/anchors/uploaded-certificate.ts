import type { CertificateFacts } from '../checks/observation.ts';

/** One certificate of an uploaded text. */
export type UploadedCertificate =
  /** `fault` is a sentence. */
  | { readonly kind: 'malformed'; readonly fault: string }
  | {
      readonly kind: 'readable';
      readonly facts: CertificateFacts;
      /** Size of its DER. */
      readonly bytes: number;
      /** It may issue certificates. */
      readonly isAuthority: boolean;
      readonly isSelfSigned: boolean;
    };
