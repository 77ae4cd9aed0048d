import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@notafter/domain';

/** OWASP's first choice for Argon2id: 46 MiB, one pass. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
/** Each hash holds 46 MiB and a libuv thread. */
const AT_ONCE = 2;
/** Beyond this the answer would come after the browser gave up; refusing early keeps the rest of the site alive. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 5;

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** At most `AT_ONCE` tasks run at a time, the others wait in order. Throws `unavailable` when too many wait. */
const createGate = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new DomainError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

/** `compare` is Argon2's own unless a test wants to see what it is asked. */
export const createPasswords = (compare: typeof verify = verify): Passwords => {
  const gate = createGate();
  // What unknown accounts are compared with. Made ahead, or the first stranger's answer would take twice as long.
  const dummy = hash('no account has this password', cost);
  return {
    hash: (password) => gate(() => hash(password.normalize('NFKC'), cost)),
    verify: async (stored, password) => {
      const against = stored ?? (await dummy);
      const fits = await gate(() => compare(against, password.normalize('NFKC')));
      return fits && stored !== null;
    },
  };
};
