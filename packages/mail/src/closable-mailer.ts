import type { Mailer } from '@notafter/domain';

export interface ClosableMailer extends Mailer {
  /** Ends idle connections; the process can exit. */
  close(): void;
}
