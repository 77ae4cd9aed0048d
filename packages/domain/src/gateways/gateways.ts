import type { SecurityEvent } from '../accounts/security-event.ts';
import type { Payments } from '../billing/payment-event.ts';
import type { ProbeTerms } from '../certificates/addresses/addresses.ts';
import type { UploadedCertificate } from '../certificates/anchors/uploaded-certificate.ts';
import type { LintFinding } from '../certificates/checks/lint-finding.ts';
import type { Observation, ProbeTarget } from '../certificates/checks/observation.ts';
import type { RenewalPreflight } from '../certificates/renewal/preflight-facts.ts';
import type { RenewalInfoClient } from '../certificates/renewal/renewal-info.ts';
import type { DiscoverySource } from '../discovery/sources.ts';
import type { ChannelMessage, Channels, EventPosts, StatusPages } from '../notifications/delivery/message.ts';
import type { Role } from '../permissions/permissions.ts';
import type { Report } from '../reports/report.ts';
import type { ReportFrequency } from '../reports/schedule.ts';
import type { ServiceGateways } from '../services/driver.ts';
import type { TransparencyGateway } from '../transparency/transparency-gateway.ts';
import type { IdentityProviders } from './identity-providers.ts';

/** Probes endpoints off the thread that serves pages. Never rejects for what the target does. */
export interface Prober {
  probe(target: ProbeTarget, terms?: ProbeTerms): Promise<Observation>;
}

/** Lists the rules of RFC 5280 and of the Baseline Requirements that certificates break. Never throws. */
export interface Linter {
  /** Takes certificates in PEM, the leaf first, the others in any order. */
  lint(chain: readonly string[]): readonly LintFinding[];
}

/** Reads certificates that people upload. Never throws. */
export interface CertificateReader {
  /** Reads PEM text, in its order; skips other text. */
  read(pem: string): readonly UploadedCertificate[];
  /** Returns the certificates of a DER or PKCS #7 file in base64 as PEM; null if it is neither. */
  unpack(base64: string): string | null;
}

interface MailTo {
  readonly to: string;
}

/** Every mail the product sends; packages/mail renders them. The sender job creates links, so that no payload contains one. */
export type Mail =
  | (MailTo & { readonly kind: 'account-activation'; readonly firstName: string; readonly link: string; readonly validHours: number })
  | (MailTo & { readonly kind: 'password-reset'; readonly firstName: string; readonly link: string; readonly validMinutes: number })
  | (MailTo & { readonly kind: 'mailbox-proof'; readonly firstName: string; readonly link: string; readonly validMinutes: number })
  /** To either address of a change: `newEmail` is the one wished for, `side` says which of the two this is. */
  | (MailTo & {
      readonly kind: 'email-change';
      readonly side: 'old' | 'new';
      readonly firstName: string;
      readonly newEmail: string;
      readonly link: string;
      readonly validHours: number;
    })
  /** Something that decides who gets into the account changed. */
  | (MailTo & {
      readonly kind: 'security-notice';
      /** Empty where nobody is known any more. */
      readonly firstName: string;
      readonly event: SecurityEvent;
      readonly at: Date;
      readonly ip: string | null;
      /** In our words, as `deviceOf` reads them. */
      readonly device: string | null;
      readonly link: string;
    })
  /** To a person who is not a member yet. The names of inviter and organization are untrusted. */
  | (MailTo & {
      readonly kind: 'invitation';
      readonly firstName: string;
      /** The inviter's address; null if they have left. */
      readonly inviter: string | null;
      readonly organization: string;
      readonly role: Role;
      readonly link: string;
      readonly validDays: number;
    })
  /** Asks an address whether it wants an organization's report. The names of inviter and organization are untrusted. */
  | (MailTo & {
      readonly kind: 'report-confirmation';
      /** The address of the admin who added it; null if they have left. */
      readonly inviter: string | null;
      readonly organization: string;
      readonly frequency: ReportFrequency;
      readonly link: string;
    })
  | (MailTo & {
      readonly kind: 'report';
      readonly report: Report;
      /** The attached file, as CSV. */
      readonly csv: string;
      /** The analytics. */
      readonly link: string;
      /** Of this recipient only; null for a test. */
      readonly unsubscribeLink: string | null;
    })
  | (MailTo & {
      readonly kind: 'channel-broken';
      readonly firstName: string;
      /** As the beginning of a sentence: 'The Slack channel'. */
      readonly channel: string;
      readonly reason: string;
      readonly link: string;
    })
  /** A data service takes connections. */
  | (MailTo & {
      readonly kind: 'service-ready';
      readonly firstName: string;
      readonly solution: string;
      readonly resourceId: string;
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly link: string;
    })
  /** To the operator of the installation. */
  | (MailTo & { readonly kind: 'mass-outage'; readonly detail: string; readonly link: string })
  /** Likewise: a transparency log broke a promise. */
  | (MailTo & { readonly kind: 'log-broken'; readonly detail: string; readonly link: string })
  /** Likewise: issued certificates were not found in a log or by a search service for a day. */
  | (MailTo & { readonly kind: 'transparency-blind'; readonly detail: string; readonly link: string })
  /** Likewise: work that this process does not do, by the names of its jobs. */
  | (MailTo & { readonly kind: 'jobs-late'; readonly late: readonly string[]; readonly since: Date; readonly link: string })
  | (MailTo & {
      readonly kind: 'alert';
      /** Further recipients of the same mail. */
      readonly alsoTo: readonly string[];
      /** Where to look first: the certificate, or all notifications. */
      readonly link: string;
      readonly message: ChannelMessage;
    });

/** The mail server's answer to an accepted mail. */
export interface MailReceipt {
  readonly answer: string;
  /** Recipients it did not take the mail for, of several. */
  readonly refused: readonly string[];
}

/** A mail as people read it. */
export interface ReadableMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands one mail to the transport. `idempotencyKey` becomes the Message-ID's left part. Rejects with `MailError`. */
export interface Mailer {
  /** Rejects with `MailError`. `signal` takes back a mail that still waits for its turn; one on its way goes on. */
  send(mail: Mail, idempotencyKey: string, signal?: AbortSignal): Promise<MailReceipt>;
  /** Returns a mail without sending it. */
  render(mail: Mail): ReadableMail;
}

/** An image fetched from a third party under the outbound guard; null without one. */
export interface FetchedImage {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface ImageFetcher {
  /** False under `EXTERNAL_IMAGES=off`: then nothing is fetched and everything is null. */
  readonly enabled: boolean;
  /** The public avatar for the SHA-256 (hex) of a trimmed, lower-cased address. */
  fetchAvatar(emailSha256: string): Promise<FetchedImage | null>;
  /** The icon of the web site at an endpoint, as a picture that can carry no script. */
  fetchFavicon(target: ProbeTarget): Promise<FetchedImage | null>;
}

/** The outside world as features see it; only the composition root knows the implementations. */
export interface Gateways {
  readonly prober: Prober;
  readonly linter: Linter;
  readonly certificateReader: CertificateReader;
  readonly mailer: Mailer;
  readonly images: ImageFetcher;
  readonly channels: Channels;
  readonly eventPosts: EventPosts;
  readonly statusPages: StatusPages;
  readonly payments: Payments;
  readonly identityProviders: IdentityProviders;
  /** In the order in which they are shown; `san` last, which goes by what the others brought. */
  readonly discovery: readonly DiscoverySource[];
  readonly renewalPreflight: RenewalPreflight;
  readonly renewalInfo: RenewalInfoClient;
  readonly services: ServiceGateways;
  readonly transparency: TransparencyGateway;
}
