import { notifications } from '@mantine/notifications';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './toasts.module.css';
import { TOAST_MS } from './toasts.tsx';

let shown = 0;

const show = (tone: MarkTone, text: string): void => {
  const id = `toast-${++shown}`;
  const toast = {
    id,
    message: text,
    icon: <StatusMark tone={tone} />,
    role: tone === 'expired' ? 'alert' : 'status',
    className: css.toast ?? '',
    classNames: { icon: css.icon ?? '', description: css.text ?? '' },
    'data-tone': tone,
    closeButtonProps: { 'aria-label': 'Close' },
  };
  // Mantine pauses for the pointer; the keyboard's focus gets the same.
  const onFocus = () => notifications.update({ ...handlers, autoClose: false });
  const onBlur = () => notifications.update({ ...handlers, autoClose: TOAST_MS });
  const handlers = { ...toast, onFocus, onBlur };
  notifications.show({ ...handlers, autoClose: TOAST_MS });
};

/** One sentence, top right, gone after 5 s unless the pointer or the focus rests on it. */
export const showSuccess = (text: string): void => show('valid', text);
/** For a failed action; announced at once to screen readers. */
export const showError = (text: string): void => show('expired', text);
export const showInfo = (text: string): void => show('info', text);
