import { type CollectorState, dateTimeText, relativeText } from '@notafter/domain';
import { useNow } from '../../ui/time/now.tsx';
import css from './collector-line.module.css';
import type { CertificateView } from './types.ts';

type Collector = NonNullable<CertificateView['collector']>;

/** The tone of a row by the state of its collector, and the word for a state that makes the row old. */
export const rowStates = {
  waiting: { tone: 'info', word: null },
  active: { tone: 'info', word: null },
  silent: { tone: 'warning', word: 'silent' },
  forked: { tone: 'expired', word: 'key copied' },
  revoked: { tone: 'warning', word: 'revoked' },
} as const satisfies Record<CollectorState, { readonly tone: 'info' | 'warning' | 'expired'; readonly word: string | null }>;

/** Says below a name which collector reports it, and how old the row is: `via Vault network, 3 hours ago`. */
export function CollectorLine({ collector }: { readonly collector: Collector }) {
  const now = useNow();
  const { name, state, seenAt } = collector;
  const { tone, word } = rowStates[state];
  const age = seenAt === null ? 'not reported yet' : relativeText(seenAt, now);
  const text = [`via ${name}`, word, age].filter((part) => part !== null).join(', ');
  return (
    <span className={css.line} data-tone={tone} title={seenAt === null ? text : `${text} (${dateTimeText(seenAt)})`}>
      {text}
    </span>
  );
}
