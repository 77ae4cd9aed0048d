import { type ChannelMessage, cleanText, digestLineOf, type Fact, factsOf, linksOf, type MessageLink, titleOf } from '@notafter/domain';
import { largestFit } from './largest-fit.ts';

/** A message as a chat shows it. Texts are clean and short but not escaped; each format does that itself. */
export interface ChatView {
  readonly title: string;
  /** Empty in a digest, whose lines say everything. */
  readonly text: string;
  /** For a single alert. */
  readonly facts: readonly Fact[];
  /** For several alerts: one line each, with its link. */
  readonly lines: readonly MessageLink[];
  /** `and 12 more`; empty if nothing is left out. */
  readonly more: string;
  readonly links: readonly MessageLink[];
}

interface Limits {
  readonly title: number;
  readonly text: number;
  readonly lines: number;
}

const LINE_MAX_LENGTH = 200;

const viewWith = (message: ChannelMessage, limits: Limits, shown: number): ChatView => {
  const { items } = message;
  const [first, ...others] = items;
  const isSingle = first !== undefined && others.length === 0;
  const hidden = items.length - shown;
  return {
    title: titleOf(message, limits.title),
    text: others.length > 0 ? '' : cleanText(message.text, limits.text),
    facts: isSingle ? factsOf(first) : [],
    lines: isSingle ? [] : items.slice(0, shown).map((item) => ({ label: digestLineOf(item, LINE_MAX_LENGTH), url: item.certificateUrl })),
    more: isSingle || hidden === 0 ? '' : `and ${hidden} more`,
    links: linksOf(message),
  };
};

/** Returns the request with as many of the message's alerts as its receiver accepts. */
export const fitChat = <Built>(
  message: ChannelMessage,
  limits: Limits,
  build: (view: ChatView) => Built,
  fits: (built: Built) => boolean,
): Built => largestFit(message.items.length, (shown) => build(viewWith(message, limits, Math.min(shown, limits.lines))), fits);
