export interface Region {
  /** The provider's own code. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2; null for the machine itself. */
  readonly country: string | null;
}
