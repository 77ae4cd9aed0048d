import type { MarkTone } from '../status/status-mark.tsx';
import { setCorner } from './corner-state.ts';
import { loadCorner } from './load-corner.ts';

const show = async (tone: MarkTone, text: string): Promise<void> => {
  try {
    const { pushToast, ToastCorner } = await loadCorner();
    setCorner({ Corner: ToastCorner, plain: null });
    pushToast(tone, text);
  } catch {
    // Without a server the code does not arrive either, and just then there is a failure to tell.
    setCorner({ plain: { tone, text } });
  }
};

/** One sentence, top right, gone after 5 s unless the pointer or the focus rests on it. */
export const showSuccess = (text: string): void => void show('valid', text);
/** For a failed action; announced at once to screen readers. */
export const showError = (text: string): void => void show('expired', text);
