import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import type { ImportedBundle } from '../types.ts';

type Outcome = ImportedBundle['outcome'];

/** The name of each outcome; the server's message follows it. */
export const outcomeWords = {
  stored: { word: 'Stored', tone: 'valid' },
  superseded: { word: 'Replaced', tone: 'info' },
  replay: { word: 'Imported before', tone: 'info' },
  gap: { word: 'Bundles missing', tone: 'warning' },
  fork: { word: 'Key copied', tone: 'expired' },
  malformed: { word: 'Not a bundle', tone: 'failed' },
  too_large: { word: 'Too large', tone: 'failed' },
  bad_signature: { word: 'Changed', tone: 'failed' },
  other_server: { word: 'For another server', tone: 'failed' },
  other_organization: { word: 'Another organization', tone: 'failed' },
  unknown_collector: { word: 'Unknown collector', tone: 'failed' },
  revoked: { word: 'Collector revoked', tone: 'failed' },
  not_in_plan: { word: 'Not in your plan', tone: 'failed' },
  token_refused: { word: 'Token refused', tone: 'failed' },
} as const satisfies Record<Outcome, { readonly word: string; readonly tone: MarkTone }>;
