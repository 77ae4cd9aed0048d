import { type ComponentType, useSyncExternalStore } from 'react';
import type { MarkTone } from '../status/status-mark.tsx';

export interface PlainToast {
  readonly tone: MarkTone;
  readonly text: string;
}

interface CornerState {
  /** Where toasts stand, from the first one on. */
  readonly Corner: ComponentType | null;
  /** Said without the corner, whose code did not arrive. */
  readonly plain: PlainToast | null;
}

const nothing: CornerState = { Corner: null, plain: null };
let state = nothing;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function setCorner(change: Partial<CornerState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Takes away this one, not one that came after it. */
export function takePlainAway(toast: PlainToast): void {
  if (state.plain === toast) setCorner({ plain: null });
}

export const useCorner = (): CornerState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  );
