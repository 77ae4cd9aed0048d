import type { Channels, DeliveryOutcome, EventPosts, OutgoingEvent, OutgoingMessage, StatusPage, StatusPages } from '@notafter/domain';

const delivered: DeliveryOutcome = { kind: 'delivered', status: 200, answer: 'ok' };

/** Scripted outcomes in order, then always `delivered`. */
const createScript = () => {
  const waiting: DeliveryOutcome[] = [];
  return {
    answerNext: (...outcomes: DeliveryOutcome[]): void => {
      waiting.push(...outcomes);
    },
    next: (): DeliveryOutcome => waiting.shift() ?? delivered,
  };
};

export interface RecordingChannels extends Channels {
  /** Every attempt, with any outcome. */
  readonly sent: OutgoingMessage[];
  /** Sets the outcomes of the next sends in this order; later sends are delivered. */
  answerNext(...outcomes: DeliveryOutcome[]): void;
}

export const createRecordingChannels = (): RecordingChannels => {
  const sent: OutgoingMessage[] = [];
  const script = createScript();
  return {
    sent,
    answerNext: script.answerNext,
    send: async (outgoing) => {
      sent.push(outgoing);
      return script.next();
    },
  };
};

export interface RecordingEventPosts extends EventPosts {
  /** Every attempt, with any outcome. */
  readonly posted: OutgoingEvent[];
  answerNext(...outcomes: DeliveryOutcome[]): void;
}

export const createRecordingEventPosts = (): RecordingEventPosts => {
  const posted: OutgoingEvent[] = [];
  const script = createScript();
  return {
    posted,
    answerNext: script.answerNext,
    post: async (event) => {
      posted.push(event);
      return script.next();
    },
  };
};

export interface StatusPageCall {
  readonly action: 'open' | 'resolve';
  readonly page: StatusPage;
  readonly key: string;
  /** The ID of an opened incident. */
  readonly name: string | null;
  readonly body: string;
}

export interface RecordingStatusPages extends StatusPages {
  readonly calls: StatusPageCall[];
  answerNext(...outcomes: DeliveryOutcome[]): void;
  /** Sets the result of `findName`; a page is called `Status` until then. */
  nameAs(answer: Awaited<ReturnType<StatusPages['findName']>>): void;
}

export const createRecordingStatusPages = (): RecordingStatusPages => {
  const calls: StatusPageCall[] = [];
  const script = createScript();
  let named: Awaited<ReturnType<StatusPages['findName']>> = { pageName: 'Status' };
  return {
    calls,
    answerNext: script.answerNext,
    nameAs: (answer) => {
      named = answer;
    },
    findName: async () => named,
    open: async (page, { key, name, body }) => {
      calls.push({ action: 'open', page, key, name, body });
      return script.next();
    },
    resolve: async (page, { key, body }) => {
      calls.push({ action: 'resolve', page, key, name: null, body });
      return script.next();
    },
  };
};
