import type { MarkTone } from '../status/status-mark.tsx';
import { openCorner } from './corner-state.ts';

/** The corner's code comes with the first toast: no screen needs it before somebody did something. */
const show = async (tone: MarkTone, text: string): Promise<void> => {
  openCorner();
  const { pushToast } = await import('./push-toast.tsx');
  pushToast(tone, text);
};

// A toast whose code does not arrive is lost; the screen itself shows what happened.
const showSafely = (tone: MarkTone, text: string): void => void show(tone, text).catch(() => undefined);

/** One sentence, top right, gone after 5 s unless the pointer or the focus rests on it. */
export const showSuccess = (text: string): void => showSafely('valid', text);
/** For a failed action; announced at once to screen readers. */
export const showError = (text: string): void => showSafely('expired', text);
