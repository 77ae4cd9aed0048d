import { expect, it } from 'vitest';
import { iconLinksOf } from './icon-links.ts';

const page = 'https://a.example/shop/';

it.each([
  ['<link rel="icon" href="/i.png">', ['https://a.example/i.png']],
  ["<LINK HREF='i.png' REL='shortcut icon'>", ['https://a.example/shop/i.png']],
  ['<link rel=icon href=//cdn.example/i.png?a=1&amp;b=2>', ['https://cdn.example/i.png?a=1&b=2']],
  [
    '<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/i.png">',
    ['https://a.example/i.png', 'https://a.example/touch.png'],
  ],
  [
    '<link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="48x48" href="/48.png"><link rel="icon" sizes="512x512" href="/512.png">',
    ['https://a.example/48.png', 'https://a.example/512.png', 'https://a.example/16.png'],
  ],
  ['<link rel="icon" type="image/svg+xml" href="/i"><link rel="icon" href="/i.svg">', []],
  [
    '<link rel="icon" href="data:image/png;base64,AAAA"><link rel="icon" href="javascript:alert(1)"><link rel="icon" href="file:///etc/passwd">',
    [],
  ],
  ['<link rel="stylesheet" href="/icon.css"><link rel="mask-icon" href="/m.png"><link rel="icon">', ['https://a.example/shop/']],
  ['no links at all', []],
])('finds the icons that a page links: %s', (html, links) => {
  expect(iconLinksOf(html, page)).toEqual(links);
});

it('reads a quarter of a megabyte of adversarial HTML quickly', () => {
  const filler = 'link rel=icon href= '.repeat(13_000);
  const before = process.threadCpuUsage();
  for (const html of [filler, '<link '.repeat(43_000), `<link ${'a= '.repeat(86_000)}`, `<link${' '.repeat(260_000)}>`])
    iconLinksOf(html, page);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});
