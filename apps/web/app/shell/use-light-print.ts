import { useEffect } from 'react';

const ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is light: what is printed is, and the screen is as it was afterwards. */
export function useLightPrint(): void {
  useEffect(() => {
    const page = document.documentElement;
    let shown: string | null = null;
    const before = (): void => {
      shown = page.getAttribute(ATTRIBUTE);
      page.setAttribute(ATTRIBUTE, 'light');
    };
    const after = (): void => {
      if (shown !== null) page.setAttribute(ATTRIBUTE, shown);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
