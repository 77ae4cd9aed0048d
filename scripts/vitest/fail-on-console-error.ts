import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

// A test that expects an error installs its own spy on console.error, which hides this one until it is restored.
const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...parts: unknown[]) => {
    unexpected.push(format(...parts));
    original(...parts);
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0) {
    throw new Error(`console.error was called during this test:\n${unexpected.join('\n')}\nExpect it with vi.spyOn(console, 'error').`);
  }
});
