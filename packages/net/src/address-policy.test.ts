import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createAllowListPolicy } from './address-policy.ts';

const open = createAddressPolicy({ allow: [] });

describe('the public internet', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700::1111',
    '2a00:1450::1',
    '2400::1',
  ])('allows %s', (address) => {
    expect(open.isAllowed(address)).toBe(true);
  });
});

describe('everything else', () => {
  it.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private 10', '10.255.255.255'],
    ['private 172.16', '172.16.0.1'],
    ['private 172.31', '172.31.255.255'],
    ['private 192.168', '192.168.0.1'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['cloud metadata', '169.254.169.254'],
    ['Azure host agent', '168.63.129.16'],
    ['Alibaba metadata', '100.100.100.200'],
    ['Oracle metadata', '192.0.0.192'],
    ['carrier NAT', '100.64.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation 2', '198.51.100.7'],
    ['documentation 3', '203.0.113.9'],
    ['benchmarking', '198.19.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv4-compatible', '::7f00:1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['mapped in hex', '::ffff:7f00:1'],
    ['written out', '0:0:0:0:0:ffff:a00:1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4 of 10.0.0.1', '2002:a00:1::'],
    ['Teredo', '2001:0:a00:1::'],
    ['ORCHID', '2001:20::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 documentation 2', '3fff::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with zone', 'fe80::1%eth0'],
    ['public with zone', '2606:4700::1111%1'],
    ['site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['SRv6', '5f00::1'],
    ['a name', 'localhost'],
    ['decimal', '2130706433'],
    ['short', '127.1'],
    ['octal', '0177.0.0.1'],
    ['hexadecimal', '0x7f000001'],
    ['full-width digits', '127.0.0.1'],
    ['empty', ''],
  ])('refuses %s: %s', (_, address) => {
    expect(open.isAllowed(address)).toBe(false);
  });
});

const byte = fc.integer({ min: 0, max: 255 });
const privateIpv4 = fc.oneof(
  fc.tuple(fc.constant(10), byte, byte, byte),
  fc.tuple(fc.constant(127), byte, byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(0), byte, byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
);

const hex = (bytes: readonly number[]): string => {
  const pairs = [(bytes[0] ?? 0) * 256 + (bytes[1] ?? 0), (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0)];
  return pairs.map((pair) => pair.toString(16)).join(':');
};

describe('private IPv4 space in any spelling', () => {
  const spellings: readonly ((bytes: readonly number[]) => string)[] = [
    (bytes) => bytes.join('.'),
    (bytes) => `::ffff:${bytes.join('.')}`,
    (bytes) => `::FFFF:${hex(bytes)}`,
    (bytes) => `0:0:0:0:0:ffff:${hex(bytes)}`,
    (bytes) => `::${bytes.join('.')}`,
    (bytes) => `64:ff9b::${bytes.join('.')}`,
    (bytes) => `64:ff9b:1::${hex(bytes)}`,
    (bytes) => `2002:${hex(bytes)}::1`,
    (bytes) => `2001::${hex(bytes)}`,
    (bytes) => bytes.map((each) => `0${each.toString(8)}`).join('.'),
    (bytes) => `0x${bytes.map((each) => each.toString(16).padStart(2, '0')).join('')}`,
    (bytes) => String(bytes.reduce((sum, each) => sum * 256 + each, 0)),
    (bytes) => `${bytes[0]}.${bytes[3]}`,
    (bytes) => `[::ffff:${bytes.join('.')}]`,
    (bytes) => ` ${bytes.join('.')}`,
    (bytes) => `${bytes.join('.')}.`,
  ];

  it('never passes', () => {
    fc.assert(
      fc.property(privateIpv4, fc.constantFrom(...spellings), (bytes, spell) => {
        expect(open.isAllowed(spell(bytes))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('any IPv6 address', () => {
  it('passes only inside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        fc.pre(isIP(address) === 6);
        const first = Number.parseInt(new URL(`http://[${address}]/`).hostname.slice(1).split(':')[0] || '0', 16);
        if (open.isAllowed(address)) expect(first >= 0x2000 && first < 0x4000).toBe(true);
      }),
    );
  });
});

describe('the allow list', () => {
  const policy = createAddressPolicy({ allow: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'] });

  it('applies to the ranges it names and nothing else', () => {
    expect(['10.9.8.7', '127.0.0.1', 'fd00:ec2::254'].map(policy.isAllowed)).toEqual([true, true, true]);
    expect(['127.0.0.2', '192.168.0.1', '::1', 'fe80::1'].map(policy.isAllowed)).toEqual([false, false, false, false]);
  });

  it('applies to the mapped form, which reaches the same machine', () => {
    expect(policy.isAllowed('::ffff:10.9.8.7')).toBe(true);
    expect(policy.isAllowed('::ffff:192.168.0.1')).toBe(false);
  });

  it.each(['10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'example.com', '', '10.0.0.0/-1', '10.0.0.0/8/9'])(
    'names the range it cannot parse: %s',
    (range) => {
      expect(() => createAddressPolicy({ allow: [range] })).toThrow(RangeError);
    },
  );
});

describe('a policy of an allow list only', () => {
  const only = (...allow: string[]) => createAllowListPolicy({ allow }).isAllowed;

  it('refuses everything without a range, public space too', () => {
    expect(['8.8.8.8', '10.0.0.1', '127.0.0.1', '::1', '2606:4700::1111'].filter(only())).toEqual([]);
  });

  it('allows what a range covers, and not its neighbors', () => {
    const isAllowed = only('10.1.0.0/16', '203.0.113.7', 'fd00:1::/32');
    expect(['10.1.0.0', '10.1.255.255', '203.0.113.7', 'fd00:1::9'].map(isAllowed)).toEqual([true, true, true, true]);
    expect(['10.0.255.255', '10.2.0.0', '203.0.113.8', 'fd00:2::9', '8.8.8.8'].filter(isAllowed)).toEqual([]);
  });

  it.each([
    ['an IPv4 address in IPv6 form', '::ffff:10.1.2.3'],
    ['the same in hexadecimal', '::ffff:a01:203'],
    ['the same written out', '0:0:0:0:0:ffff:a01:203'],
    ['an address with a zone', 'fe80::1%eth0'],
    ['a name', 'localhost'],
    ['a decimal number', '167837955'],
  ])('refuses %s: %s', (_, address) => {
    expect(only('10.0.0.0/8', '0.0.0.0/0', '::/0')(address)).toBe(false);
  });

  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
  ])('allows %s only if an entry names exactly that address', (address) => {
    expect(only('0.0.0.0/0', '::/0', '169.254.0.0/16', '169.254.169.254/31', 'fe80::/10')(address)).toBe(false);
    expect(only(address)(address)).toBe(true);
    expect(only(`${address}/${isIP(address) === 4 ? 32 : 128}`)(address)).toBe(true);
  });

  it('does not count IPv4 as a part of ::/0', () => {
    expect(only('::/0')('10.0.0.1')).toBe(false);
  });

  it('never allows an address that an open policy with the same ranges refuses', () => {
    const ranges = ['10.0.0.0/8', '192.0.2.0/24', 'fd00::/8'];
    const open = createAddressPolicy({ allow: ranges });
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        if (only(...ranges)(address)) expect(open.isAllowed(address)).toBe(true);
      }),
    );
  });

  it('names the range it cannot parse', () => {
    expect(() => only('10.0.0.0/33')).toThrow(RangeError);
  });
});
