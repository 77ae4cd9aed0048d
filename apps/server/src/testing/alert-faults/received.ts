import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ChannelType, channelTypes } from '@notafter/domain';
import { z } from 'zod';
import { standInOf } from './receivers.ts';

const entry = z.object({
  channel: z.string(),
  at: z.string(),
  behavior: z.string(),
  taken: z.boolean(),
  recognized: z.boolean(),
  key: z.string().nullable(),
  problems: z.array(z.string()),
  about: z.array(z.string()),
});

/** One message, by its key, at its receiver. */
export interface ReceivedMessage {
  /** How often the receiver shows it; recognized repetitions do not count. */
  shown: number;
  /** The sentences about certificates in it; a long digest shows the first ones. */
  readonly texts: Set<string>;
  /** The number of certificates in it. */
  covers: number;
}

export interface ReceivedLog {
  /** Accepted messages by channel and key. */
  readonly byChannel: ReadonlyMap<ChannelType, Map<string, ReceivedMessage>>;
  /** When each message was accepted, in order, in ms on the machine's clock. */
  readonly takenAt: readonly number[];
  /** Requests by behavior. */
  readonly behaviors: ReadonlyMap<string, number>;
  /** Rejected by a receiver because they did not match the vendor's format. */
  readonly faulty: readonly string[];
}

const DIGEST = /^(\d+) SSL certificate alerts$/;

/** Reads the output of the stand-ins, line by line. */
export const readReceived = async (file: string): Promise<ReceivedLog> => {
  const byChannel = new Map<ChannelType, Map<string, ReceivedMessage>>(channelTypes.map((type) => [type, new Map()]));
  const typeOf = new Map(channelTypes.map((type) => [standInOf(type), type]));
  const takenAt: number[] = [];
  const behaviors = new Map<string, number>();
  const faulty: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { channel, at, behavior, taken, recognized, key, problems, about } = entry.parse(JSON.parse(line));
    behaviors.set(behavior, (behaviors.get(behavior) ?? 0) + 1);
    if (problems.length > 0) faulty.push(`${channel}: ${problems.join(', ')}`);
    const messages = byChannel.get(typeOf.get(channel) ?? 'email');
    if (!taken || key === null || messages === undefined) continue;
    takenAt.push(Date.parse(at));
    const message = messages.get(key) ?? { shown: 0, texts: new Set(), covers: 1 };
    messages.set(key, message);
    if (!recognized) message.shown += 1;
    for (const text of about) {
      const digest = DIGEST.exec(text);
      if (digest === null) message.texts.add(text);
      else message.covers = Number(digest[1]);
    }
  }
  return { byChannel, takenAt, behaviors, faulty };
};
