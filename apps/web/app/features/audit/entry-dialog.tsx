import { dateText } from '@notafter/domain';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FactList } from '../../ui/fact-list/fact-list.tsx';
import { actorText, meansText } from './actor-text.ts';
import type { AuditEntry } from './types.ts';

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns `lastUsedAt` as `Last used at`. */
const nameText = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** To the second, so that two entries of one minute can be put in order. */
const momentText = (at: Date): string => `${dateText(at)} ${at.toISOString().slice(11, 19)} UTC`;

/** Everything that one entry says. */
export default function EntryDialog({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const { actor, at, ip, action, subjectId, detail } = entry;
  const means = meansText(actor);
  const facts: readonly (readonly [string, string])[] = [
    ['When', momentText(at)],
    ['Who', means === null ? actorText(actor) : `${actorText(actor)}, ${means}`],
    ['From', ip ?? 'Unknown'],
    ['Action', action],
    ...(subjectId === null ? [] : [['Subject', subjectId] as const]),
    ...Object.entries(detail).map(([name, value]) => [nameText(name), valueText(value)] as const),
  ];
  return (
    <Dialog title={entry.sentence} size={560} onClose={onClose}>
      <FactList facts={facts} />
    </Dialog>
  );
}
