export const providerFaults = [
  'throttled',
  'transient',
  'capacity',
  'quota',
  'auth',
  'invalid',
  'not_found',
  'conflict',
  'port_taken',
] as const;
/** `throttled` and `transient` pass by themselves; the others need a decision. */
export type ProviderFault = (typeof providerFaults)[number];

interface ProviderErrorOptions extends ErrorOptions {
  /** The provider's own code. */
  readonly code?: string;
  /** Not earlier than this. */
  readonly retryAfterMs?: number;
}

/** A refusal of a cloud, a container engine or a database engine. The message is a sentence for people, without secrets. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  readonly code: string | null;
  readonly retryAfterMs: number | null;

  constructor(fault: ProviderFault, message: string, { code, retryAfterMs, ...options }: ProviderErrorOptions = {}) {
    super(message, options);
    this.fault = fault;
    this.code = code ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }

  /** Whether the same call can succeed later without a change. */
  get passes(): boolean {
    return this.fault === 'throttled' || this.fault === 'transient';
  }
}
