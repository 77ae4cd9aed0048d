import { describe, expect, it } from 'vitest';
import { createClientIp } from './client-ip.ts';

describe('createClientIp', () => {
  const behindProxies = createClientIp(['10.0.0.0/8', '::1']);

  it.each([
    ['no proxy trusted: a forged header is ignored', [], '198.51.100.7', '1.2.3.4', '198.51.100.7'],
    ['the socket is not a trusted proxy', ['10.0.0.0/8'], '198.51.100.7', '1.2.3.4', '198.51.100.7'],
    ['one trusted proxy', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['the caller forged the left end', ['10.0.0.0/8'], '10.0.0.1', '1.2.3.4, 198.51.100.7', '198.51.100.7'],
    ['two trusted proxies', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['garbage in the header', ['10.0.0.0/8'], '10.0.0.1', 'unknown', '10.0.0.1'],
  ])('%s', (_name, trusted, socket, header, expected) => {
    expect(createClientIp(trusted)(socket, header)).toBe(expected);
  });

  it('reads IPv4-mapped socket addresses as IPv4', () => {
    expect(behindProxies('::ffff:10.0.0.1', '198.51.100.7')).toBe('198.51.100.7');
    expect(behindProxies('::1', '2001:db8::5')).toBe('2001:db8::5');
  });

  it.each(['proxy.internal', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8'])(
    'rejects %s, which is neither an address nor a range',
    (entry) => {
      expect(() => createClientIp([entry])).toThrow(/TRUSTED_PROXIES/);
    },
  );
});
