import { expect, it } from 'vitest';
import { registrableDomainOf } from './registrable-domain.ts';

it.each([
  ['example.com', 'example.com'],
  ['www.example.com', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['co.uk', null],
  ['com', null],
  ['localhost', null],
  ['192.0.2.1', null],
  ['2001:db8::1', null],
  ['shop.github.io', 'shop.github.io'],
  ['www.shop.github.io', 'shop.github.io'],
  ['www.xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['_dmarc.example.com', 'example.com'],
])('the parent of %s is %s', (host, parent) => {
  expect(registrableDomainOf(host)).toBe(parent);
});
