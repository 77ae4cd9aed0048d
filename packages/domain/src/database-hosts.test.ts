import { describe, expect, it } from 'vitest';
import { hostsOf } from './database-hosts.ts';

describe('hostsOf', () => {
  it('splits the hosts of a connection string, each with its port', () => {
    expect(hostsOf('postgres://ada:p%40ss@one.example.com:5433,two,[2001:db8::1]:6000/notafter?sslmode=require')).toEqual({
      url: 'postgres://ada:p%40ss@one.example.com:5433/notafter?sslmode=require',
      host: ['one.example.com', 'two', '2001:db8::1'],
      port: [5433, 5432, 6000],
    });
    expect(hostsOf('postgresql://localhost/notafter')).toMatchObject({ host: ['localhost'], port: [5432] });
  });

  it.each(['mysql://one/notafter', 'postgres://one:65536/a', 'postgres://one,/a', 'postgres://one:x,two/a', 'postgres:///a', 'one,two'])(
    'refuses %s',
    (text) => expect(hostsOf(text)).toBeNull(),
  );
});
