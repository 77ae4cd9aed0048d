import { BUNDLE_MAX_BYTES } from '@notafter/domain';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import type { BundleImport, ImportedBundle } from '../types.ts';

const MIB = 1024 * 1024;
/** Of one request: a slow connection sends it before the request times out. */
const REQUEST_BYTES = 2 * MIB;
const REQUEST_FILES = 25;

/** `2` before `10`, as the numbers of bundles: the server takes the bundles of one request in order, not those of several. */
const byName = (one: File, other: File): number => one.name.localeCompare(other.name, 'en', { numeric: true });

/** Files in the order of their names, as many together as one request takes. */
const requestsOf = (files: readonly File[]): File[][] => {
  const requests: File[][] = [];
  let bytes = 0;
  for (const file of files.toSorted(byName)) {
    const last = requests.at(-1);
    const fits = last !== undefined && last.length < REQUEST_FILES && bytes + file.size <= REQUEST_BYTES;
    if (fits) last.push(file);
    else requests.push([file]);
    bytes = fits ? bytes + file.size : file.size;
  }
  return requests;
};

const tooLarge = ({ name }: File): ImportedBundle => ({
  ...{ name, sequence: null, collectorId: null, outcome: 'too_large' },
  message: `A bundle has at most ${BUNDLE_MAX_BYTES / MIB} MiB.`,
});

/** A bundle is text of ASCII characters; any other file is refused by the server. */
const contentOf = async (file: File) => ({ name: file.name, content: await file.text() });

/** Sends bundles in parts, and collects what became of each. A later receipt of a collector replaces an earlier one. */
export function useImport() {
  const { collectors } = useTRPC();
  const action = useAction(collectors.importBundles.mutationOptions(), {
    failed: 'Failed to import bundles',
    refresh: [collectors.list.pathFilter(), collectors.get.pathFilter()],
  });
  const [result, setResult] = useState<BundleImport | null>(null);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const start = async (files: readonly File[]): Promise<void> => {
    const fitting = files.filter(({ size }) => size <= BUNDLE_MAX_BYTES);
    let found: BundleImport = { bundles: files.filter(({ size }) => size > BUNDLE_MAX_BYTES).map(tooLarge), receipts: [] };
    setResult(found);
    setProgress({ done: found.bundles.length, total: files.length });
    for (const request of requestsOf(fitting)) {
      const part = await action.run({ bundles: await Promise.all(request.map(contentOf)) });
      if (part === null) break;
      const replaced = new Set(part.receipts.map(({ collectorId }) => collectorId));
      const earlier = found.receipts.filter(({ collectorId }) => !replaced.has(collectorId));
      found = { bundles: [...found.bundles, ...part.bundles], receipts: [...earlier, ...part.receipts] };
      setResult(found);
      setProgress({ done: found.bundles.length, total: files.length });
    }
    setProgress(null);
  };
  return { result, progress, start };
}
