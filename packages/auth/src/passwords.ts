import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@notafter/domain';

export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's first choice for Argon2id: 46 MiB, one pass. */
const recommended: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** Each hash needs 46 MiB and a libuv thread. */
const AT_ONCE = 2;
/** Beyond this number, the answer would come after the browser timed out; refusing early keeps the rest of the site responsive. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 5;

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Runs at most `AT_ONCE` tasks at a time, the others in order. Throws `unavailable` if too many wait. */
const createGate = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new DomainError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      // A finished task passes its slot on, so `running` does not change.
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

/** `compare` is Argon2's own, except in tests that record its calls. */
export const createPasswords = (cost = recommended, compare: typeof verify = verify): Passwords => {
  const gate = createGate();
  // Unknown accounts are compared with this. Created in advance, or the first answer would take twice as long.
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
