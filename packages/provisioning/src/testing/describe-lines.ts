import type { SolutionSlug } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, type ClientService, deployForClients, type LineUse, NAME, OTHER_NAME } from './client-service.ts';

/** Holds lines of the Connection Information to what they promise, with their clients and a real engine. */
export const describeLines = (solution: SolutionSlug, uses: readonly LineUse[]): (() => ClientService) => {
  let service: ClientService;
  beforeAll(async () => {
    service = await deployForClients(solution);
  });
  afterAll(() => service?.close());

  describe.each(uses)('$id', (use) => {
    it.each([NAME, ADDRESS])('connects to %s as it is shown', async (host) => {
      expect(await service.run(use, host)).toMatchObject({ code: 0, output: expect.stringMatching(use.answer) });
    });

    it.each([
      ['another CA', NAME, 'other'],
      ['a name that the certificate does not have', OTHER_NAME, 'own'],
    ] as const)('refuses %s', async (_, host, authority) => {
      const { code, output } = await service.run(use, host, authority);
      expect(code).not.toBe(0);
      expect(output).not.toMatch(use.answer);
      expect(output).toMatch(/certificate|ssl|tls/i);
    });
  });
  return () => service;
};
