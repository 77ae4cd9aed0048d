import { Notifications } from '@mantine/notifications';
import css from './toasts.module.css';

/** Spec 1 section 2. */
export const TOAST_MS = 5000;

export default function ToastCorner() {
  return <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={340} className={css.corner ?? ''} />;
}
