import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { errorCode } from './errors.ts';
import { DATABASE_USER } from './password.ts';

const DATABASE = 'notafter';

export function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Connects once, and creates the database at the first start. False if the server rejects the password. */
export async function ensureAccess(port: number, password: string, deadline: number): Promise<boolean> {
  for (;;) {
    const code = await failureOf(urlOf(port, password), 'select 1');
    switch (code) {
      case undefined:
        return true;
      case '28P01':
        return false;
      case '3D000': {
        const failure = await failureOf(urlOf(port, password, 'postgres'), `create database "${DATABASE}"`);
        if (failure !== undefined && failure !== '42P04') throw new Error(`create database failed with ${failure}`);
        break;
      }
      // Still starting: after a crash, the pid file can say `ready` for a moment if the new server got the old pid.
      case '57P03':
      case 'ECONNREFUSED':
        if (performance.now() > deadline) throw new Error(`PostgreSQL answers ${code} on port ${port}`);
        await wait(20);
        break;
      default:
        throw new Error(`PostgreSQL answers ${code} on port ${port}`);
    }
  }
}

/** Creates the view of slow statements for the operator. Returns the code of a failure: nothing else depends on it. */
export async function countStatements(url: string): Promise<string | undefined> {
  return failureOf(url, 'create extension if not exists pg_stat_statements');
}

async function failureOf(url: string, statement: string): Promise<string | undefined> {
  const sql = postgres(url, { max: 1, connect_timeout: 30, onnotice: () => undefined, prepare: false });
  try {
    await sql.unsafe(statement);
    return undefined;
  } catch (error) {
    return errorCode(error) ?? String(error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
