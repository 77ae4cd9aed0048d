import { notifications } from '@mantine/notifications';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import { TOAST_MS } from './toast-time.ts';
import css from './toasts.module.css';

export { ToastCorner } from './toast-corner.tsx';

let pushed = 0;

export function pushToast(tone: MarkTone, text: string): void {
  const toast = {
    id: `toast-${++pushed}`,
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
}
