import { useEffect, useState } from 'react';

const COPIED_MS = 2000;

/** A page on plain http away from localhost has no clipboard object; a selected field still copies. */
async function writeClipboard(value: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(value);
  const field = document.createElement('textarea');
  field.value = value;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Copies a text; `copied` stays true for 2 s after it worked. */
export function useCopied(): { readonly copied: boolean; readonly copy: (value: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (value) =>
      void writeClipboard(value).then(
        () => setCopied(true),
        () => setCopied(false),
      ),
  };
}
