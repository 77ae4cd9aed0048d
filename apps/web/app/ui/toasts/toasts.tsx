import { Notifications } from '@mantine/notifications';
import css from './toasts.module.css';

export const TOAST_MS = 5000;

/** The corner where toasts stand; `showSuccess`, `showError` and `showInfo` put them there. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={340} className={css.corner ?? ''} />;
}
