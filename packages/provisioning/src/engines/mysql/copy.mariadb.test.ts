import { type CloudDriver, compareContents, type EngineAccess } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subject } from '../../testing/conformance.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';
import { makeAuthority, type RunningService, runService } from '../../testing/running-service.ts';
import { createTestDriver } from '../../testing/test-driver.ts';
import { MysqlWire } from './mysql-wire.ts';
import { underReadLock } from './read-lock.ts';
import { readMysqlContents } from './table-contents.ts';

const { signal } = new AbortController();
let subject: Subject;
let driver: CloudDriver;
let source: RunningService;

const open = (access: EngineAccess = source.access) => MysqlWire.open({ ...access, port: access.ports[0]?.port ?? 0 }, signal);
const run = async (...statements: string[]): Promise<(string | null)[]> => {
  const wire = await open();
  let last: (string | null)[] = [];
  for (const statement of statements) last = await wire.run(statement);
  wire.close();
  return last;
};
const read = () => readMysqlContents(source.access, signal);

beforeAll(async () => {
  subject = await openProcessSubject();
  driver = createTestDriver(subject.place);
  source = await runService(driver, await makeAuthority(), { solution: 'mysql', password: 'secret' });
  await run('CREATE DATABASE `odd ``name`', 'CREATE TABLE `odd ``name`.`a b` (`c ``d` varchar(20), n int, raw blob) ENGINE=Aria');
});
afterAll(async () => {
  await driver.remove(source.spec.tag, signal);
  await subject.close();
});

describe('the contents of tables', () => {
  it('are counted under any name, and system tables are left out', async () => {
    await run("INSERT INTO `odd ``name`.`a b` VALUES ('one', 1, x'00ff'), (NULL, NULL, NULL)");
    expect(await read()).toEqual([{ database: 'odd `name', table: 'a b', rows: 2, hash: expect.stringMatching(/^\d+$/) }]);
  });

  it.each([
    ['another value', 'UPDATE `odd ``name`.`a b` SET n = 2 WHERE n = 1'],
    ['an empty text instead of nothing', "UPDATE `odd ``name`.`a b` SET `c ``d` = '' WHERE `c ``d` IS NULL"],
    ['the word for nothing instead of nothing', "UPDATE `odd ``name`.`a b` SET raw = 'NULL' WHERE raw IS NULL"],
  ])('differ by %s', async (_name, statement) => {
    const before = await read();
    await run(statement);
    expect(compareContents(before, await read()).differences).toEqual(['a b in odd `name has other rows than the backup']);
  });

  it('are the same in another order', async () => {
    const before = await read();
    await run('ALTER TABLE `odd ``name`.`a b` ORDER BY n DESC');
    expect(compareContents(before, await read())).toMatchObject({ matching: 1, differences: [], rows: 2 });
  });
});

describe('under the read lock', () => {
  const waiting = () => run("SELECT count(*) FROM information_schema.processlist WHERE STATE LIKE 'Waiting for%lock%'");

  it('no statement writes until the copy is there', async () => {
    let isWritten = false;
    let writing: Promise<void> | undefined;
    const copy = async (): Promise<void> => {
      writing = run('INSERT INTO `odd ``name`.`a b` (n) VALUES (3)').then(() => {
        isWritten = true;
      });
      await expect.poll(waiting, { interval: 20 }).toEqual(['1']);
      expect(isWritten).toBe(false);
    };
    await underReadLock(source.access, copy, signal);
    await writing;
    expect(isWritten).toBe(true);
  });

  it('nothing is copied while another client holds a table for too long, and clients write again', async () => {
    const other = await open();
    await other.run('LOCK TABLES `odd ``name`.`a b` WRITE');
    let isCopied = false;
    const copy = async (): Promise<void> => {
      isCopied = true;
    };
    await expect(underReadLock(source.access, copy, signal)).rejects.toMatchObject({
      fault: 'transient',
      message: 'A statement has held its tables for more than 20 seconds, so the data could not be copied.',
    });
    expect(isCopied).toBe(false);
    other.close();
    await run('INSERT INTO `odd ``name`.`a b` (n) VALUES (4)');
  });

  it('the lock ends with a copy that fails', async () => {
    await expect(underReadLock(source.access, () => Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    await run('INSERT INTO `odd ``name`.`a b` (n) VALUES (5)');
  });
});
