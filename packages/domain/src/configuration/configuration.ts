import type { ChannelType } from '../plans/plans.ts';

/** A parsed file of `notafter apply`, with its secrets in clear. */
export interface Configuration {
  readonly environments: readonly { readonly key: string; readonly name: string; readonly description?: string | undefined }[];
  readonly endpoints: readonly {
    readonly key: string;
    readonly domain: string;
    /** The key of an environment, as below. */
    readonly environment?: string | undefined;
    readonly tags: Readonly<Record<string, string>>;
  }[];
  readonly uploads: readonly {
    readonly key: string;
    readonly name: string;
    /** PEM, or DER or PKCS #7 in base64. */
    readonly certificate: string;
    readonly environment?: string | undefined;
    readonly tags: Readonly<Record<string, string>>;
  }[];
  readonly dates: readonly {
    readonly key: string;
    readonly name: string;
    /** A day, or an instant. */
    readonly expires: string;
    readonly issuer?: string | undefined;
    readonly environment?: string | undefined;
    readonly tags: Readonly<Record<string, string>>;
  }[];
  readonly channels: readonly {
    readonly key: string;
    readonly type: ChannelType;
    readonly name: string;
    readonly enabled: boolean;
    readonly default: boolean;
    readonly settings: Readonly<Record<string, string>>;
  }[];
  readonly routes: readonly {
    readonly key: string;
    readonly tag?: string | undefined;
    readonly environment?: string | undefined;
    /** Keys. */
    readonly channels: readonly string[];
  }[];
  readonly day_rules: readonly {
    readonly key: string;
    readonly tag: string;
    readonly days: readonly number[];
  }[];
  readonly domains: readonly {
    readonly key: string;
    readonly domain: string;
    readonly allowed_issuers: readonly string[];
  }[];
  readonly alerts?: { readonly days: readonly number[]; readonly scale_to_lifetime?: boolean | undefined } | undefined;
}
