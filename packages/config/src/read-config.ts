import { isAbsolute, resolve } from 'node:path';
import type { AwsKeys, AzureCredentials, CheckoutLinks, CloudSlug, PlanName, SoldPlan } from '@notafter/domain';
import { awsKeysOf, type BackupTarget, backupTargetOf } from './backup-place.ts';
import { type Environment, environmentSchema } from './variables.ts';

const GIGABYTE = 1_000_000_000;

export type Role = Environment['ROLE'];

/** The program's settings, in groups for the parts that need them. */
export interface Config {
  readonly role: Role;
  readonly development: boolean;
  readonly http: {
    readonly port: number;
    readonly host: string;
    /** Without a trailing slash. With `PORT=0` and no `PUBLIC_URL`, it is known only after the server listens. */
    readonly publicUrl: string;
    readonly trustedProxies: readonly string[];
    readonly metricsToken: string | null;
    /** A host name that answers the data-service calls only. */
    readonly servicesHost: string | null;
    /** How long requests are served after a signal to stop. */
    readonly shutdownDelayMs: number;
  };
  readonly database: {
    /** Null: the embedded PostgreSQL under `dataDir`. */
    readonly url: string | null;
    /** A replica for lists and analytics; null: none. */
    readonly readUrl: string | null;
  };
  /** Absolute. */
  readonly dataDir: string;
  /** Null: generated once and stored in `dataDir`. */
  readonly secretKey: string | null;
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  readonly outbound: {
    readonly targetAllow: readonly string[];
    /** The private ranges that channels and webhooks can call. */
    readonly webhookAllow: readonly string[];
    readonly extraCaFile: string | null;
    readonly dnsServers: readonly string[];
    readonly externalImages: boolean;
    /** Whether checks fetch the CRLs that certificates name. */
    readonly crlCheck: boolean;
  };
  /** Null: the built-in table of clients. */
  readonly clientRulesFile: string | null;
  /** Base URLs of channels without a per-channel URL: the vendors, or gateways in front of them. */
  readonly channels: { readonly telegram: string; readonly pagerduty: string; readonly splunk: string; readonly statuspage: string };
  readonly product: {
    readonly defaultPlan: PlanName;
    readonly passwordMinLength: number;
    readonly checkIntervalHours: number;
    readonly devAutoActivate: boolean;
    readonly platformAdminEmails: readonly string[];
    readonly platformAdminEmailDomains: readonly string[];
    readonly apiRequestsPerMinute: number;
    readonly discoveryMaxHosts: number;
    /** Below which data services have names; null: clients connect to the address. */
    readonly servicesDomain: string | null;
    readonly checkoutLinks: CheckoutLinks;
  };
  /** Null if a provider is not configured. */
  readonly identityProviders: { readonly github: OauthClient | null; readonly google: OauthClient | null };
  readonly billing: { readonly webhookSecret: string | null; readonly portalUrl: string | null };
  /** URLs of certificate transparency sources; null: not used. */
  readonly renewal: {
    /** IANA’s list of RDAP servers; null: no registry is asked. */
    readonly rdapBootstrapUrl: string | null;
    /** Whether CAs are asked when they want certificates to be renewed. */
    readonly asksCas: boolean;
  };
  readonly discovery: {
    readonly crtshUrl: string | null;
    readonly certspotterUrl: string | null;
    readonly certspotterToken: string | null;
  };
  /** Certificate transparency logs. */
  readonly transparency: {
    /** Null: no log is followed. */
    readonly logListUrl: string | null;
    /** PEM file of the key that signs the list; null: Google's key. */
    readonly logListKeyFile: string | null;
    /** 0: no log is followed. */
    readonly bytesPerDay: number;
    /** URL or address that operators of logs can write to. */
    readonly contact: string | null;
  };
  /** Data services. */
  readonly services: {
    /** Where they may run. */
    readonly clouds: readonly CloudSlug[];
    /** The address of this machine that they listen on. */
    readonly address: string;
    /** Memory that all of them on this machine may use; null: each may use what the machine has. */
    readonly maxMemoryMib: number | null;
    /** Null: the built-in table of container images. */
    readonly imagesFile: string | null;
    /** The container engine; null: Docker's or Podman's usual sockets. */
    readonly dockerHost: string | null;
    readonly backups: BackupTarget;
    /** Addresses that this server connects from; empty: not known. */
    readonly sourceAddresses: readonly string[];
    /** The operator's accounts on clouds; organizations enter their own. */
    readonly accounts: {
      /** `keys`: null for those that the SDK finds by itself. Null: none. */
      readonly aws: { readonly keys: AwsKeys | null } | null;
      readonly digitalocean: string | null;
      /** The key file of a service account. */
      readonly gcpKeyFile: string | null;
      readonly azure: AzureCredentials | null;
    };
    /** Of the clouds' APIs; null: the cloud's own. */
    readonly endpoints: Readonly<Record<'aws' | 'digitalocean' | 'gcp' | 'gcpToken' | 'azure' | 'azureLogin', string | null>>;
  };
  readonly logLevel: Environment['LOG_LEVEL'];
}

/** A client registered with an identity provider; `baseUrl` is the OpenID issuer, or GitHub's base URL. */
export interface OauthClient {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Keys for a bucket alone make no account for services, so the cloud is enabled too. */
const awsAccountOf = (env: Environment): { readonly keys: AwsKeys | null } | null => {
  const keys = awsKeysOf(env);
  return env.SERVICES_CLOUDS.includes('aws') && (keys !== null || env.AWS_PROFILE !== undefined) ? { keys } : null;
};

const azureAccountOf = ({
  AZURE_TENANT_ID: tenantId,
  AZURE_CLIENT_ID: clientId,
  AZURE_CLIENT_SECRET: clientSecret,
  AZURE_SUBSCRIPTION_ID: subscriptionId,
}: Environment): AzureCredentials | null =>
  tenantId === undefined || clientId === undefined || clientSecret === undefined || subscriptionId === undefined
    ? null
    : { tenantId, clientId, clientSecret, subscriptionId };

const clientOf = (baseUrl: string, clientId: string | undefined, clientSecret: string | undefined): OauthClient | null =>
  clientId === undefined || clientSecret === undefined ? null : { baseUrl, clientId, clientSecret };

const linksOf = (monthly: string | undefined, annual: string | undefined): NonNullable<CheckoutLinks[SoldPlan]> => ({
  ...(monthly === undefined ? {} : { monthly }),
  ...(annual === undefined ? {} : { annual }),
});

/** Invalid settings; the message names each variable and its fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment once, at process start. A relative `DATA_DIR` is resolved from `directory`. Throws `ConfigError` with
 * every invalid variable.
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>, directory: string): Config => {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`Invalid settings:\n${lines.join('\n')}\nSee .env.example for the valid values.`);
  }
  const env = parsed.data;
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined) {
    throw new ConfigError(
      `ROLE=${env.ROLE} needs DATABASE_URL: separate processes must share one PostgreSQL. Set it, or leave ROLE unset to run everything in one process.`,
    );
  }
  const dataDir = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(directory, env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    role: env.ROLE,
    development: env.NODE_ENV === 'development',
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      trustedProxies: env.TRUSTED_PROXIES,
      metricsToken: env.METRICS_TOKEN ?? null,
      servicesHost: env.SERVICES_HOST ?? null,
      shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    },
    database: { url: env.DATABASE_URL ?? null, readUrl: env.DATABASE_READ_URL ?? null },
    dataDir,
    secretKey: env.SECRET_KEY ?? null,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? `Notafter <notafter@${new URL(publicUrl).hostname}>` },
    outbound: {
      targetAllow: env.TARGET_ALLOW,
      webhookAllow: env.WEBHOOK_ALLOW ?? env.TARGET_ALLOW,
      extraCaFile: env.EXTRA_CA_FILE ?? null,
      dnsServers: env.DNS_SERVERS,
      externalImages: env.EXTERNAL_IMAGES === 'on',
      crlCheck: env.CRL_CHECK === 'on',
    },
    clientRulesFile: env.CLIENT_RULES_FILE ?? null,
    channels: {
      telegram: env.TELEGRAM_API_URL,
      pagerduty: env.PAGERDUTY_EVENTS_URL,
      splunk: env.SPLUNK_ONCALL_URL,
      statuspage: env.STATUSPAGE_API_URL,
    },
    product: {
      defaultPlan: env.DEFAULT_PLAN,
      passwordMinLength: env.PASSWORD_MIN_LENGTH,
      checkIntervalHours: env.CHECK_INTERVAL_HOURS,
      devAutoActivate: env.DEV_AUTO_ACTIVATE,
      platformAdminEmails: env.PLATFORM_ADMIN_EMAILS,
      platformAdminEmailDomains: env.PLATFORM_ADMIN_EMAIL_DOMAINS,
      apiRequestsPerMinute: env.API_REQUESTS_PER_MINUTE,
      discoveryMaxHosts: env.DISCOVERY_MAX_HOSTS,
      servicesDomain: env.SERVICES_DOMAIN ?? null,
      checkoutLinks: {
        Essentials: linksOf(env.STRIPE_LINK_ESSENTIALS_MONTHLY, env.STRIPE_LINK_ESSENTIALS_ANNUAL),
        Team: linksOf(env.STRIPE_LINK_TEAM_MONTHLY, env.STRIPE_LINK_TEAM_ANNUAL),
        Enterprise: linksOf(env.STRIPE_LINK_ENTERPRISE_MONTHLY, env.STRIPE_LINK_ENTERPRISE_ANNUAL),
      },
    },
    identityProviders: {
      github: clientOf(env.GITHUB_BASE_URL, env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
      google: clientOf(env.GOOGLE_ISSUER_URL, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    },
    billing: { webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null, portalUrl: env.STRIPE_PORTAL_URL ?? null },
    renewal: { rdapBootstrapUrl: env.RDAP_BOOTSTRAP_URL, asksCas: env.RENEWAL_INFO === 'on' },
    discovery: {
      crtshUrl: env.CRTSH_URL,
      certspotterUrl: env.CERTSPOTTER_URL,
      certspotterToken: env.CERTSPOTTER_TOKEN ?? null,
    },
    transparency: {
      logListUrl: env.CT_LOG_LIST_URL,
      logListKeyFile: env.CT_LOG_LIST_KEY_FILE ?? null,
      bytesPerDay: env.CT_GIGABYTES_PER_DAY * GIGABYTE,
      contact: env.CT_CONTACT ?? null,
    },
    services: {
      clouds: env.SERVICES_CLOUDS,
      address: env.SERVICES_ADDRESS,
      maxMemoryMib: env.SERVICES_MAX_MEMORY ?? null,
      imagesFile: env.SERVICES_IMAGES ?? null,
      dockerHost: env.DOCKER_HOST ?? null,
      backups: backupTargetOf(env, dataDir),
      sourceAddresses: env.SERVICES_SOURCE_ADDRESSES,
      accounts: {
        aws: awsAccountOf(env),
        digitalocean: env.DIGITALOCEAN_TOKEN ?? null,
        gcpKeyFile: env.GOOGLE_APPLICATION_CREDENTIALS ?? null,
        azure: azureAccountOf(env),
      },
      endpoints: {
        aws: env.AWS_ENDPOINT_URL_EC2 ?? null,
        digitalocean: env.DIGITALOCEAN_API_URL ?? null,
        gcp: env.GCP_COMPUTE_URL ?? null,
        gcpToken: env.GCP_TOKEN_URL ?? null,
        azure: env.AZURE_RESOURCE_MANAGER_URL ?? null,
        azureLogin: env.AZURE_AUTHORITY_HOST ?? null,
      },
    },
    logLevel: env.LOG_LEVEL,
  };
};
