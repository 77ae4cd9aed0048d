/** As the badge, whose figures the list shows. */
const REFRESH_MS = 300_000;
/** While the server does not answer. */
const RETRY_MS = 15_000;

interface AskedAgain {
  readonly state: { readonly status: 'pending' | 'error' | 'success' };
}

/** For a screen that hangs on a wall: asked again by itself, sooner while nobody answers. */
export const stayCurrent = {
  refetchInterval: ({ state }: AskedAgain): number => (state.status === 'error' ? RETRY_MS : REFRESH_MS),
} as const;

interface Answered {
  readonly isRefetchError: boolean;
  /** The machine itself has no network. */
  readonly isPaused: boolean;
  readonly dataUpdatedAt: number;
}

/** Of when the oldest of the shown answers is, where asking again failed; null where all are current. */
export function outdatedSince(answers: readonly Answered[]): Date | null {
  const failed = answers.filter(({ isRefetchError, isPaused }) => isRefetchError || isPaused).map(({ dataUpdatedAt }) => dataUpdatedAt);
  return failed.length === 0 ? null : new Date(Math.min(...failed));
}
