import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cachingSha2Hash, nativeHash, sha256Crypt } from './password-hashes.ts';

describe('the hash of MySQL 8', () => {
  it('is what hashcat publishes as an example of a salt with 20 bytes', () => {
    // https://hashcat.net/wiki/doku.php?id=example_hashes, mode 7401
    const salt = Buffer.from('F9CC98CE08892924F50A213B6BC571A2C11778C5', 'hex');
    const made = '625479393559393965414D45316477456B484F41316E64484742577A2E3162785353526B7554584647562F';
    expect(sha256Crypt('hashcat', salt, 5000)).toBe(Buffer.from(made, 'hex').toString());
  });

  it.each(['a', 'exactly thirty-two characters ok', 'p\u00e4ssword', 'x'.repeat(100)])('is what OpenSSL makes of %j', (password) => {
    const salt = randomBytes(6).toString('hex');
    const input = `${password}\n`;
    const made = execFileSync('openssl', ['passwd', '-5', '-salt', salt, '-stdin'], { input, encoding: 'utf8' }).trim();
    expect(`$5$${salt}$${sha256Crypt(password, Buffer.from(salt), 5000)}`).toBe(made);
  });

  it('has the form that MySQL stores: 70 characters', () => {
    expect(cachingSha2Hash('a password', Buffer.alloc(16, 1))).toMatch(/^\$A\$005\$[\w-]{20}[./0-9A-Za-z]{43}$/);
  });
});

it("has MariaDB's hash as its manual shows it", () => {
  // https://mariadb.com/kb/en/create-user/
  expect(nativeHash('password')).toBe('*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19');
});
