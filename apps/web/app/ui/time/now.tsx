import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const NowContext = createContext<Date | null>(null);

const REFRESH_MS = 60_000;

interface NowProviderProps {
  /** The server's instant for this page, so that the first render in the browser draws the same. */
  readonly initial: Date;
  readonly children: ReactNode;
}

/** One present instant for a whole screen, moved on each minute: every hand and every relative date agrees. */
export function NowProvider({ initial, children }: NowProviderProps) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => window.clearInterval(timer);
  }, []);
  return <NowContext.Provider value={now}>{children}</NowContext.Provider>;
}

export function useNow(): Date {
  const now = useContext(NowContext);
  if (now === null) throw new Error('useNow needs a NowProvider above it');
  return now;
}
