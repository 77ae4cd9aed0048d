import { describe, expect, it } from 'vitest';
import { readImport } from './read-import.ts';

const read = (text: string, format: 'auto' | 'csv' | 'json' | 'lines' = 'auto') =>
  readImport(text, format).map(({ line, domain, environment, tags, problem }) => [
    line,
    domain,
    environment,
    tags,
    ...(problem === null ? [] : [problem]),
  ]);

describe('plain lines', () => {
  it('are domains; blank lines and remarks are counted and passed over', () => {
    expect(read('\uFEFFexample.com\r\n\r\n# remark, with a comma\r\n  shop.example:8443 \n[2001:db8::1]:443')).toEqual([
      [1, 'example.com', null, {}],
      [4, 'shop.example:8443', null, {}],
      [5, '[2001:db8::1]:443', null, {}],
    ]);
    expect(read('[2001:db8::1]')).toEqual([[1, '[2001:db8::1]', null, {}]]);
  });
});

describe('CSV', () => {
  it('names its columns in any order; others are tags, and what an export adds is passed over', () => {
    const text =
      'Team,issuer,Environment,DOMAIN,tags,days_left\nweb,DigiCert,Production,example.com,"env=live; owner=Ada, Countess",12\n,,,b.example,,\n';
    expect(read(text)).toEqual([
      [2, 'example.com', 'Production', { env: 'live', owner: 'Ada, Countess', Team: 'web' }],
      [3, 'b.example', null, {}],
    ]);
  });

  it('has the parts of endpoints in columns of their names', () => {
    const text = 'domain,Protocol,port,servername,address\nmail.example,smtp,587,,192.0.2.1\nb.example,,,,';
    expect(readImport(text, 'csv').map(({ domain, parts, tags }) => [domain, parts, tags])).toEqual([
      ['mail.example', { protocol: 'smtp', port: '587', servername: '', address: '192.0.2.1' }, {}],
      ['b.example', { protocol: '', port: '', servername: '', address: '' }, {}],
    ]);
  });

  it('without a header holds domain, environment and tags', () => {
    expect(read('a.example;Production;env=live\nb.example')).toEqual([
      [1, 'a.example', 'Production', { env: 'live' }],
      [2, 'b.example', null, {}],
    ]);
  });

  it.each([
    ['name,environment\nexample.com,Production', 1],
    ['# what we serve\n\nissuer,expiration_date\nexample.com,2027-01-01', 3],
    ['Website\nexample.com', 1],
  ])('without a column for the domains is refused with its line: %j', (text, line) => {
    expect(() => readImport(text, 'csv')).toThrow(`Line ${line} names no column 'domain'. Name the column with the domains so.`);
  });

  it('counts the lines of the file, also where a cell holds several', () => {
    expect(read('domain,note\n"a.example","one\ntwo"\nb.example,x')).toEqual([
      [2, 'a.example', null, { note: 'one\ntwo' }],
      [4, 'b.example', null, { note: 'x' }],
    ]);
  });

  it.each(['\t', ';', ','])('is separated by %j as its first line says', (separator) => {
    expect(read(`domain${separator}environment\na.example${separator}x`)).toEqual([[2, 'a.example', 'x', {}]]);
  });

  it('of one column is known by its header', () => {
    expect(read('Domain\na.example\nb.example')).toEqual([
      [2, 'a.example', null, {}],
      [3, 'b.example', null, {}],
    ]);
  });

  it('says which tags it cannot read', () => {
    expect(read('domain,tags\na.example,production')).toEqual([
      [2, 'a.example', null, {}, 'Write tags as name=value, several separated by semicolons.'],
    ]);
  });

  it('with a column called __proto__ changes nothing but this row', () => {
    const [row] = readImport('domain,__proto__,constructor\na.example,polluted,x', 'csv');
    expect(Object.keys(row?.tags ?? {}).sort()).toEqual(['__proto__', 'constructor']);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('JSON', () => {
  it('holds names, objects, or an export', () => {
    const rows = [
      [1, 'a.example', null, {}],
      [2, 'b.example', 'Production', { env: 'live' }],
    ];
    expect(read('["a.example", {"domain": "b.example", "environment": "Production", "tags": {"env": "live"}}]')).toEqual(rows);
    const exported = {
      certificates: [
        { domain: 'a.example', environment_name: null, id: 'x' },
        { domain: 'b.example', environment_name: 'Production', tags: { env: 'live' } },
      ],
    };
    expect(read(JSON.stringify(exported), 'json')).toEqual(rows);
  });

  it('has the parts of endpoints, unless an export wrote it, which has facts of the last check under their names', () => {
    const elements = [
      { domain: 'mail.example', protocol: 'smtp', port: 587, servername: 'mx.example' },
      { id: 'x', domain: 'b.example', protocol: 'TLSv1.3', port: 443, address: '192.0.2.1' },
    ];
    expect(readImport(JSON.stringify(elements), 'json').map(({ parts }) => parts)).toEqual([
      { protocol: 'smtp', port: '587', servername: 'mx.example', address: '' },
      {},
    ]);
  });

  it('spoils no line but its own', () => {
    expect(read('["a.example", 7, {"domain": "b.example", "tags": {"env": 7}}]').map((row) => row[4])).toEqual([
      undefined,
      expect.stringContaining('Write a domain'),
      expect.stringContaining('Write a domain'),
    ]);
  });
});

it.each([
  ['', 'auto', 'This list contains no domains.'],
  ['\n# only a remark\n', 'auto', 'This list contains no domains.'],
  ['domain,environment\n', 'csv', 'This list contains no domains.'],
  ['[]', 'auto', 'This list contains no domains.'],
  ['{"a":1}', 'json', 'This is not a JSON array of domains.'],
  ['not json', 'json', 'This is not a JSON array of domains.'],
  ['domain\n"a.example', 'csv', 'A quotation mark in this file is never closed.'],
  ['a\n'.repeat(50_001), 'lines', 'A list has at most 50,000 domains. Split it.'],
] as const)('%.20j as %s is refused', (text, format, message) => {
  expect(() => readImport(text, format)).toThrow(expect.objectContaining({ code: 'import_invalid', message }));
});
