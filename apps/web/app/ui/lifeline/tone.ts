import type { CertificateStatus } from '@notafter/domain';

/** Color of the life left; `accent` for lives of anything but certificates. */
export type LifeTone = CertificateStatus | 'unreachable' | 'accent';

/** An endpoint that does not answer keeps its line, dashed and gray: the last known value. */
export const toneOf = (status: CertificateStatus | null, unreachable: boolean): LifeTone =>
  unreachable || status === null ? 'unreachable' : status;
