import { describe, expect, it } from 'vitest';
import { isChainValid, type ScoredHandshake, scoreHandshake } from './score-handshake.ts';
import { now } from './testing/server-facts.ts';

const handshake: ScoredHandshake = {
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  keyType: 'EC',
  keyBits: 256,
  notBefore: new Date('2026-11-01'),
  notAfter: new Date('2027-01-30'),
  reasons: [],
};
const scored = (changes: Partial<ScoredHandshake>) => {
  const rating = scoreHandshake({ ...handshake, ...changes }, now);
  return rating === null ? null : [rating.score, rating.grade];
};

describe('score of one handshake', () => {
  it.each<[string, Partial<ScoredHandshake>, [number, string] | null]>([
    ['the best there is', {}, [100, 'A']],
    ['RSA-2048 with AES-128', { keyType: 'RSA', keyBits: 2_048, cipher: 'TLS_AES_128_GCM_SHA256' }, [89, 'A']],
    ['TLS 1.2', { protocol: 'TLSv1.2', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384' }, [100, 'A-']],
    ['TLS 1.0', { protocol: 'TLSv1', cipher: 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA' }, [89, 'C']],
    ['expired', { notAfter: new Date('2026-11-19') }, [0, 'T']],
    ['for another host', { reasons: ['hostname_mismatch'] }, [0, 'M']],
    ['never reached', { protocol: null, cipher: null, notAfter: null, notBefore: null, keyType: null, keyBits: null }, null],
    ['a version unknown to us', { protocol: 'unknown' }, null],
  ])('%s', (_name, changes, expected) => {
    expect(scored(changes)).toEqual(expected);
  });
});

describe('valid chain', () => {
  it.each<[string, Partial<ScoredHandshake>, boolean | null]>([
    ['trusted', {}, true],
    ['on its last instant', { notAfter: now }, true],
    ['expired', { notAfter: new Date(now.getTime() - 1) }, false],
    ['not yet valid', { notBefore: new Date(now.getTime() + 1) }, false],
    ['self-signed', { reasons: ['self_signed'] }, false],
    ['never seen', { notAfter: null, notBefore: null }, null],
  ])('%s', (_name, changes, expected) => {
    expect(isChainValid({ ...handshake, ...changes }, now)).toBe(expected);
  });
});
