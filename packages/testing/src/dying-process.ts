import type { Database } from '@notafter/db';

class Killed extends Error {}

const statements = new Set<PropertyKey>(['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute', 'with']);

export interface DyingProcess {
  readonly db: Database;
  readonly died: () => boolean;
  readonly death: Promise<void>;
  /** Resolves when its last transaction is over, as it is once the database has lost the connection. */
  readonly isGone: () => Promise<unknown>;
}

/**
 * A database whose process dies as it is about to send its n-th statement: nothing of it is heard again, not even the commit of
 * what it did beside that.
 */
export const dyingAt = (db: Database, nth: number): DyingProcess => {
  let count = 0;
  const transactions: Promise<unknown>[] = [];
  const died = (): boolean => count >= nth;
  const death = Promise.withResolvers<void>();
  const wrap = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (inner, key) => {
        const value: unknown = Reflect.get(inner, key);
        if (typeof value !== 'function') return value;
        if (key === 'transaction') {
          return (change: (tx: object) => Promise<unknown>) => {
            const surviving = async (tx: object): Promise<unknown> => {
              const result = await change(wrap(tx));
              if (died()) throw new Killed('killed');
              return result;
            };
            const transaction = Promise.resolve(Reflect.apply(value, inner, [surviving]));
            transactions.push(transaction);
            return transaction;
          };
        }
        return (...args: unknown[]) => {
          if (statements.has(key)) count += 1;
          if (statements.has(key) && died()) {
            death.resolve();
            throw new Killed('killed');
          }
          return Reflect.apply(value, inner, args);
        };
      },
    });
  return { db: wrap(db), died, death: death.promise, isGone: () => Promise.allSettled(transactions) };
};
