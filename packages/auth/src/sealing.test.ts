import { describe, expect, it } from 'vitest';
import { createSealing } from './sealing.ts';

const place = { table: 'notification_channels', row: 'org/slack' };
const sealing = createSealing('a secret key of enough bytes');

describe('sealed secrets', () => {
  it('open in their own place, and never look the same twice', () => {
    const text = 'https://hooks.example/ü\u0000';
    const sealed = sealing.seal(place, text);
    expect(sealing.open(place, sealed)).toBe(text);
    expect(sealed).not.toContain('hooks.example');
    expect(sealing.seal(place, text)).not.toBe(sealed);
    expect(sealing.open(place, sealing.seal(place, ''))).toBe('');
  });

  it('do not open in another row or table, or with another key', () => {
    const sealed = sealing.seal(place, 'token');
    expect(() => sealing.open({ ...place, row: 'other/slack' }, sealed)).toThrow();
    expect(() => sealing.open({ ...place, table: 'users' }, sealed)).toThrow();
    expect(() => createSealing('another key of enough bytes').open(place, sealed)).toThrow(/another SECRET_KEY/);
  });

  it('do not open after a change or truncation', () => {
    const sealed = sealing.seal(place, 'token');
    const middle = Math.floor(sealed.length / 2);
    const changed = `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`;
    expect(() => sealing.open(place, changed)).toThrow();
    expect(() => sealing.open(place, sealed.slice(0, 20))).toThrow(/truncated/);
  });
});
