import { createTestContext, dyingAt, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { deleteService } from './delete-service.ts';
import { deployService } from './deploy-service.ts';
import { resizeService } from './resize-service.ts';
import { revealServicePassword } from './reveal-service-password.ts';
import { rotateServicePassword } from './rotate-service-password.ts';
import { runServiceOperation } from './run-service-operation.ts';
import { setAllowlist } from './set-allowlist.ts';
import { operate, operateOnce, serviceRow } from './testing/operate.ts';

let test: TestContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const deploy = async (): Promise<string> => {
  admin = await makeOrgContext(test.ctx);
  test.ctx.gateways.services.machines.clear();
  test.ctx.gateways.services.changes.length = 0;
  return (await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' })).resourceId;
};
const deployed = async (): Promise<string> => {
  const resourceId = await deploy();
  await operate(test.ctx, resourceId);
  return resourceId;
};
const passwordInForce = () => [...test.ctx.gateways.services.machines.values()].map(({ credentials }) => credentials.password);

/** Runs the operation by a worker that dies at its n-th statement. False once it outlived what it had to do. */
const dieAt = async (resourceId: string, nth: number): Promise<boolean> => {
  const { operationId } = await serviceRow(test.ctx, resourceId);
  if (operationId === null) return false;
  const { db, died, death, isGone } = dyingAt(test.ctx.db, nth);
  await Promise.race([runServiceOperation({ ...test.ctx, db }, { id: operationId }), death]).catch(() => undefined);
  await isGone();
  return died();
};

/** Each operation, with a worker that dies at every statement of its first turn, and once more in the middle of the next. */
const atEveryLine = async (begin: () => Promise<string>, check: (resourceId: string, nth: number) => Promise<void>): Promise<number> => {
  for (let nth = 1; ; nth += 1) {
    const resourceId = await begin();
    const hasDied = await dieAt(resourceId, nth);
    await operateOnce(test.ctx, resourceId, 60);
    await operate(test.ctx, resourceId, { seconds: 60 });
    await check(resourceId, nth);
    if (!hasDied) return nth;
  }
};

it('deploys one instance, whatever statement the worker dies at', { timeout: 240_000 }, async () => {
  const statements = await atEveryLine(deploy, async (resourceId, nth) => {
    const { changes, machines } = test.ctx.gateways.services;
    expect({ nth, changes, size: machines.size }).toEqual({ nth, changes: ['create'], size: 1 });
    const { password } = await revealServicePassword(admin, { resourceId });
    expect(passwordInForce()).toEqual([password]);
  });
  expect(statements).toBeGreaterThan(20);
});

it('resizes with the same data, whatever statement the worker dies at', { timeout: 240_000 }, async () => {
  const begin = async () => {
    const resourceId = await deployed();
    await resizeService(admin, { resourceId, plan: 'professional' });
    return resourceId;
  };
  await atEveryLine(begin, async (resourceId, nth) => {
    expect({ nth, plan: (await serviceRow(test.ctx, resourceId)).plan }).toEqual({ nth, plan: 'professional' });
    expect([...test.ctx.gateways.services.machines.values()].map(({ spec }) => spec.size.memoryMib)).toEqual([16384]);
  });
});

it('knows the password in force, whatever statement the worker dies at', { timeout: 240_000 }, async () => {
  const begin = async () => {
    const resourceId = await deployed();
    await rotateServicePassword(admin, { resourceId });
    return resourceId;
  };
  await atEveryLine(begin, async (resourceId, nth) => {
    const { password } = await revealServicePassword(admin, { resourceId });
    expect({ nth, inForce: passwordInForce() }).toEqual({ nth, inForce: [password] });
    expect((await serviceRow(test.ctx, resourceId)).nextPasswordSealed).toBeNull();
  });
});

it('has the allowlist in force that it shows, whatever statement the worker dies at', { timeout: 240_000 }, async () => {
  const begin = async () => {
    const resourceId = await deployed();
    await setAllowlist(admin, { resourceId, ranges: ['203.0.113.0/24'] });
    return resourceId;
  };
  await atEveryLine(begin, async (resourceId, nth) => {
    const { allowlist, nextAllowlist } = await serviceRow(test.ctx, resourceId);
    expect({ nth, allowlist, nextAllowlist }).toEqual({ nth, allowlist: ['203.0.113.0/24'], nextAllowlist: null });
    expect([...test.ctx.gateways.services.machines.values()].map(({ spec }) => spec.allowlist)).toEqual([allowlist]);
  });
});

it('leaves nothing after a deletion, whatever statement the worker dies at', { timeout: 240_000 }, async () => {
  const begin = async () => {
    const resourceId = await deployed();
    await deleteService(admin, { resourceId });
    return resourceId;
  };
  await atEveryLine(begin, async (resourceId, nth) => {
    expect({ nth, size: test.ctx.gateways.services.machines.size }).toEqual({ nth, size: 0 });
    expect((await serviceRow(test.ctx, resourceId)).deletedAt).not.toBeNull();
  });
});
