import type {
  CertificateReader,
  FetchedImage,
  Gateways,
  ImageFetcher,
  Linter,
  LintFinding,
  Mail,
  Mailer,
  Observation,
  Prober,
  ProbeTarget,
  ProbeTerms,
  UploadedCertificate,
} from '@notafter/domain';
import {
  createRecordingChannels,
  createRecordingEventPosts,
  createRecordingStatusPages,
  type RecordingChannels,
  type RecordingEventPosts,
  type RecordingStatusPages,
} from './channels.ts';
import { createScriptedSources, type ScriptedSource } from './discovery.ts';
import { createScriptedIdentityProviders, type ScriptedIdentityProviders } from './identity-providers.ts';
import { certificateFacts } from './observations.ts';
import { createScriptedPayments, type ScriptedPayments } from './payments.ts';
import { createScriptedPreflight, type ScriptedPreflight } from './preflight.ts';
import { createScriptedRenewalInfo, type ScriptedRenewalInfo } from './renewal-info.ts';
import { createScriptedServices, type ScriptedServices } from './services.ts';
import { createScriptedTransparency, type ScriptedTransparency } from './transparency.ts';

export interface SentMail {
  readonly mail: Mail;
  readonly idempotencyKey: string;
}

export interface RecordingMailer extends Mailer {
  readonly sent: SentMail[];
  /** The next send rejects with this, once. */
  failNext(error: Error): void;
}

export const createRecordingMailer = (): RecordingMailer => {
  const sent: SentMail[] = [];
  let failure: Error | null = null;
  return {
    sent,
    failNext: (error) => {
      failure = error;
    },
    send: async (mail, idempotencyKey) => {
      if (failure !== null) {
        const error = failure;
        failure = null;
        throw error;
      }
      sent.push({ mail, idempotencyKey });
      return { answer: '250 OK', refused: [] };
    },
    // The tests of packages/mail prove how a mail looks.
    render: (mail) => ({ subject: mail.kind, text: JSON.stringify(mail), html: `<p>${mail.kind}</p>` }),
  };
};

type Answer = Observation | ((target: ProbeTarget, terms: ProbeTerms) => Observation | Promise<Observation>);

export interface ScriptedProber extends Prober {
  /** Scripts the prober's result for `host:port`; IPv6 hosts without brackets. */
  answer(hostPort: string, answer: Answer): void;
  readonly probed: ProbeTarget[];
  /** Probes requested with `first`. */
  readonly probedFirst: ProbeTarget[];
  /** The options of each probe. */
  readonly termsOf: ProbeTerms[];
}

/** Returns the scripted results; a target without a script fails in DNS. */
export const createScriptedProber = (): ScriptedProber => {
  const answers = new Map<string, Answer>();
  const probed: ProbeTarget[] = [];
  const probedFirst: ProbeTarget[] = [];
  const termsOf: ProbeTerms[] = [];
  return {
    probed,
    probedFirst,
    termsOf,
    answer: (hostPort, answer) => {
      answers.set(hostPort, answer);
    },
    probe: async (target, terms = {}) => {
      probed.push(target);
      termsOf.push(terms);
      if (terms.first === true) probedFirst.push(target);
      const answer = answers.get(`${target.host}:${target.port}`);
      if (typeof answer === 'function') return answer(target, terms);
      return (
        answer ?? { kind: 'unreachable', target, reason: 'dns', detail: `The name ${target.host} was not found in DNS.`, address: null }
      );
    },
  };
};

export interface ScriptedLinter extends Linter {
  answer(findings: readonly LintFinding[]): void;
  /** The certificates of each call, in PEM. */
  readonly linted: (readonly string[])[];
}

/** Returns the scripted findings for every chain. */
export const createScriptedLinter = (): ScriptedLinter => {
  const linted: (readonly string[])[] = [];
  let findings: readonly LintFinding[] = [];
  return {
    linted,
    answer: (scripted) => {
      findings = scripted;
    },
    lint: (chain) => {
      linted.push(chain);
      return findings;
    },
  };
};

/** Reads the PEM of `certificateFacts`, whose contents are its seed, as a root, unless the seed names another kind. */
const scriptedCertificateReader: CertificateReader = {
  read: (pem) =>
    [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(([, body = '']): UploadedCertificate => {
      const seed = Buffer.from(body, 'base64').toString();
      if (seed === 'malformed') return { kind: 'malformed', fault: 'It ends early.' };
      const isAuthority = !seed.startsWith('leaf');
      const dates = seed.startsWith('expired') ? { notAfter: new Date('2026-01-01T00:00:00Z') } : {};
      const facts = certificateFacts(seed, { isCa: isAuthority, san: [], issuer: `CN=${seed}`, ...dates });
      return { kind: 'readable', facts, bytes: body.length, isAuthority, isSelfSigned: !seed.startsWith('intermediate') };
    }),
  unpack: (base64) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
};

export interface ScriptedImages extends ImageFetcher {
  answer(emailSha256: string, image: FetchedImage | null): void;
  answerFavicon(host: string, image: FetchedImage | Error | null): void;
  readonly asked: string[];
  /** `host:port` of each. */
  readonly askedFavicons: string[];
}

export const createScriptedImages = (): ScriptedImages => {
  const images = new Map<string, FetchedImage | null>();
  const favicons = new Map<string, FetchedImage | Error | null>();
  const asked: string[] = [];
  const askedFavicons: string[] = [];
  return {
    enabled: true,
    asked,
    askedFavicons,
    answerFavicon: (host, image) => {
      favicons.set(host, image);
    },
    fetchFavicon: async ({ host, port }) => {
      askedFavicons.push(`${host}:${port}`);
      const image = favicons.get(host) ?? null;
      if (image instanceof Error) throw image;
      return image;
    },
    answer: (emailSha256, image) => {
      images.set(emailSha256, image);
    },
    fetchAvatar: async (emailSha256) => {
      asked.push(emailSha256);
      return images.get(emailSha256) ?? null;
    },
  };
};

export interface TestGateways extends Gateways {
  readonly prober: ScriptedProber;
  readonly linter: ScriptedLinter;
  readonly mailer: RecordingMailer;
  readonly images: ScriptedImages;
  readonly channels: RecordingChannels;
  readonly eventPosts: RecordingEventPosts;
  readonly statusPages: RecordingStatusPages;
  readonly payments: ScriptedPayments;
  readonly identityProviders: ScriptedIdentityProviders;
  readonly discovery: readonly ScriptedSource[];
  readonly renewalPreflight: ScriptedPreflight;
  readonly renewalInfo: ScriptedRenewalInfo;
  readonly services: ScriptedServices;
  readonly transparency: ScriptedTransparency;
}

export const createTestGateways = (): TestGateways => ({
  prober: createScriptedProber(),
  linter: createScriptedLinter(),
  certificateReader: scriptedCertificateReader,
  mailer: createRecordingMailer(),
  images: createScriptedImages(),
  channels: createRecordingChannels(),
  eventPosts: createRecordingEventPosts(),
  statusPages: createRecordingStatusPages(),
  payments: createScriptedPayments(),
  identityProviders: createScriptedIdentityProviders(),
  discovery: createScriptedSources(),
  renewalPreflight: createScriptedPreflight(),
  renewalInfo: createScriptedRenewalInfo(),
  services: createScriptedServices(),
  transparency: createScriptedTransparency(),
});
