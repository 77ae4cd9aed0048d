import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';

/** At most a minute behind. */
export function LastUsed({ at }: { readonly at: Date | null }) {
  return at === null ? 'Never' : <AbsoluteTime value={at} form="datetime" />;
}
