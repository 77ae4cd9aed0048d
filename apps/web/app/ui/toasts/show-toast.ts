import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly tone: 'valid' | 'expired';
  readonly text: string;
}

const none: readonly Toast[] = [];
let toasts = none;
let shown = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const show = (tone: Toast['tone'], text: string): void => setToasts([...toasts, { id: ++shown, tone, text }]);

/** Shows one sentence, top right, for 5 s; longer under the pointer or with the focus on it. */
export const showSuccess = (text: string): void => show('valid', text);
/** For a failed action; screen readers announce it at once. */
export const showError = (text: string): void => show('expired', text);

export const closeToast = (closed: Toast): void => setToasts(toasts.filter((toast) => toast !== closed));
export const closeAllToasts = (): void => setToasts(none);

/** Returns all toasts, oldest first. */
export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
