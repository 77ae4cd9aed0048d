import { BundleWriter } from '@notafter/testing';
import type { SystemContext } from '../../context.ts';
import type { PersonContext } from '../../use-case.ts';
import { addCollector } from '../add-collector.ts';
import { receiveBundle } from '../receive-bundle.ts';

/** Sends a bundle as a collector does: its signature is its only credential. */
export const sendBundle = (ctx: SystemContext, bytes: Buffer) =>
  receiveBundle({ ...ctx, origin: { ip: '192.0.2.9', userAgent: null }, actor: null }, bytes);

/** Adds a collector whose token nobody used yet. */
export const waitingCollector = async (org: PersonContext, name = 'Vault', carriedEverySeconds: number | null = null) =>
  new BundleWriter((await addCollector(org, { name, carriedEverySeconds })).token, () => org.clock.now());

export const enrolledCollector = async (org: PersonContext, name?: string): Promise<BundleWriter> => {
  const program = await waitingCollector(org, name);
  await sendBundle(org, await program.write());
  return program;
};
