import type { Mailer } from '@notafter/domain';

export interface ClosableMailer extends Mailer {
  /** Closes idle connections, so that the process can exit. */
  close(): void;
}
