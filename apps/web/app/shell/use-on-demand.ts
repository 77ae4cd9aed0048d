import { useCallback, useState } from 'react';

interface OnDemand {
  /** True from the first opening on: only then is the overlay's code asked for. */
  readonly used: boolean;
  readonly opened: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** State of an overlay that is loaded when it is first opened. */
export function useOnDemand(): OnDemand {
  const [state, setState] = useState({ used: false, opened: false });
  const open = useCallback(() => setState({ used: true, opened: true }), []);
  const close = useCallback(() => setState({ used: true, opened: false }), []);
  return { ...state, open, close };
}
