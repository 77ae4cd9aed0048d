import { appendFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHandshake } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrollOffline } from '../testing/offline-collector.ts';
import { makeEndpoints } from '../testing/scanned-endpoints.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { type StandInServer, startStandInServer } from '../testing/stand-in-server.ts';

const MIB = 1024 * 1024;
const WEEKS = 4;
const ENDPOINTS = 50;
const SCANS = WEEKS * 7 * 24;

let disk: SmallDisk;
let server: StandInServer;
let collector: Awaited<ReturnType<typeof enrollOffline>> | undefined;

beforeEach(async () => {
  server = await startStandInServer();
});
afterEach(async () => {
  collector?.spool.close();
  disk.unmount();
  await server.close();
  expect(server.violations).toEqual([]);
});

const leafAt = (index: number): Buffer | undefined => {
  const [seen] = server.endpoints.get(`host-${index}.internal`) ?? [];
  return seen !== undefined && isHandshake(seen) ? server.certificates.get(seen.chain[0] ?? '') : undefined;
};

describe('four weeks of hourly scans without a server, on a disk of 2 MB', () => {
  it('queues all of them, and every change arrives once', async () => {
    disk = mountSmallDisk(2 * MIB);
    const endpoints = makeEndpoints(ENDPOINTS);
    collector = await enrollOffline(disk.path, server, endpoints.scan);
    for (let hour = 0; hour < SCANS; hour += 1) {
      // One renewal a day.
      if (hour % 24 === 5) endpoints.renew(Math.floor(hour / 24));
      expect(await collector.scanNextHour()).toBe('stored');
    }
    const { count, bytes } = collector.spool.summarizeQueue();
    expect(count).toBe(SCANS + 1);
    expect(bytes).toBeLessThan(2 * MIB);
    expect(await collector.carryAll()).toBe(SCANS + 1);
    expect(Array.from({ length: ENDPOINTS }, (_, index) => leafAt(index))).toEqual(
      Array.from({ length: ENDPOINTS }, (_, index) => endpoints.leafOf(index)),
    );
    expect(collector.spool.summarizeQueue()).toMatchObject({ count: 0 });
  });
});

describe('a full disk', () => {
  it('drops scans whole, loses nothing that was queued, and goes on once a receipt made room', async () => {
    disk = mountSmallDisk(MIB);
    const endpoints = makeEndpoints(100);
    collector = await enrollOffline(disk.path, server, endpoints.scan);
    const outcomes: string[] = [];
    for (let hour = 0; outcomes.filter((outcome) => outcome === 'dropped').length < 5; hour += 1) {
      endpoints.renew(hour % 100);
      outcomes.push(await collector.scanNextHour());
    }
    expect(outcomes[0]).toBe('stored');
    expect(collector.lines).toContain('disk full: this scan was dropped, the queue is intact; the next scan tries again');
    // Not even room for a row is left when the receipt comes.
    const filler = join(disk.path, 'filler');
    for (const size of [65_536, 4_096, 1]) {
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(size));
      } catch {
        expect(disk.freeBytes()).toBeLessThan(size);
      }
    }
    const queued = collector.spool.summarizeQueue().count;
    expect(await collector.carryAll()).toBe(queued);
    expect(collector.spool.summarizeQueue().count).toBe(0);
    expect([...server.stored.keys()]).toEqual(Array.from({ length: queued }, (_, index) => index + 1));
    expect(await collector.scanNextHour()).toBe('stored');
    expect(await collector.carryAll()).toBeGreaterThan(0);
    expect(Array.from({ length: 100 }, (_, index) => leafAt(index))).toEqual(
      Array.from({ length: 100 }, (_, index) => endpoints.leafOf(index)),
    );
    rmSync(filler);
    expect(statSync(join(disk.path, 'reserve')).size).toBeGreaterThan(0);
  });

  it('refuses an enrollment that does not fit, and leaves nothing half-written', async () => {
    disk = mountSmallDisk(64 * 1024);
    writeFileSync(join(disk.path, 'filler'), Buffer.alloc(40 * 1024));
    collector = undefined;
    await expect(enrollOffline(disk.path, server, makeEndpoints(1).scan)).rejects.toThrow();
  });
});
