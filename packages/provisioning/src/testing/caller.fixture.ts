import { text } from 'node:stream/consumers';
import type { ServiceSpec } from '@notafter/domain';
import { createTestDriver, type DriverPlace } from './test-driver.ts';

export interface CallerInput {
  readonly place: DriverPlace;
  readonly call: 'create' | 'resize' | 'remove';
  readonly spec: ServiceSpec;
}

// A caller that a test kills: reads one call from its input, says when it begins, and exits when it is done.
const { place, call, spec }: CallerInput = JSON.parse(await text(process.stdin));
const driver = createTestDriver(place);
const { signal } = new AbortController();
process.stdout.write('begins\n');
await (call === 'remove' ? driver.remove(spec.tag, signal) : driver[call](spec, signal));
