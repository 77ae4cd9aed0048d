import { notifications } from '@mantine/notifications';

/** The toasts' store is the program's, outside of any screen: a toast of one test must not speak in the next. */
export function forgetToasts(): void {
  notifications.clean();
  notifications.cleanQueue();
}
