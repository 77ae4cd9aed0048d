/** Elapsed time of running work; the application's clock is fixed in tests and may jump in production. */
export interface Pacing {
  /** Whether the period has passed since it was last started. */
  readonly due: boolean;
  /** Milliseconds left of the period. */
  readonly leftMs: number;
  begin(): void;
}

export const createPacing = (periodMs: number): Pacing => {
  let begun = performance.now();
  const leftMs = (): number => Math.max(0, begun + periodMs - performance.now());
  return {
    get due() {
      return leftMs() === 0;
    },
    get leftMs() {
      return leftMs();
    },
    begin: () => {
      begun = performance.now();
    },
  };
};
