import { Fragment, type ReactNode, useCallback, useState } from 'react';

type OpenDialog = (close: () => void) => ReactNode;

/**
 * One dialog at a time: `[dialog, open]`. Render `dialog`, and `open((close) => <RenameDialog onClose={close} />)`. `close` does
 * nothing after another dialog was opened in its place.
 */
export function useDialog(): readonly [dialog: ReactNode, open: (dialog: OpenDialog) => void] {
  const [{ dialog, count }, show] = useState<{ readonly dialog: OpenDialog | null; readonly count: number }>({ dialog: null, count: 0 });
  const open = useCallback((next: OpenDialog) => show((now) => ({ dialog: next, count: now.count + 1 })), []);
  const close = (): void => show((now) => (now.count === count ? { dialog: null, count } : now));
  return [dialog === null ? null : <Fragment key={count}>{dialog(close)}</Fragment>, open];
}
