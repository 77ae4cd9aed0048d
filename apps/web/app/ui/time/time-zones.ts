import { useEffect, useState } from 'react';

/** Every zone that the browser knows, and the one in use, which another browser may have known. The server's list may differ, so the first render has only the latter. */
export const useTimeZones = (present: string): readonly string[] => {
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => setKnown(Intl.supportedValuesOf('timeZone')), []);
  return [...new Set(['UTC', ...known, present])].sort();
};
