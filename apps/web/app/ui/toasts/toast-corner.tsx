import { Notifications } from '@mantine/notifications';
import { TOAST_MS } from './toast-time.ts';
import css from './toasts.module.css';

export function ToastCorner() {
  return <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={340} className={css.corner ?? ''} />;
}
