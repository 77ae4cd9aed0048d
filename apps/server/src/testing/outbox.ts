import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';

/** Decodes quoted-printable, as far as links need it (RFC 2045 section 6.7). */
const decode = (content: string): string =>
  content.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Returns the link in the newest mail to this person, from the files of the outbox; waits for one that is not in `known`. */
export const mailedLink = async (dataDir: string, to: string, path: string, known: readonly string[] = []): Promise<string> => {
  const folder = join(dataDir, 'outbox');
  let link = '';
  await until(`a mail to ${to} with a link to ${path}`, 120_000, async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.reverse()) {
      const mail = decode(await readFile(join(folder, name), 'utf8'));
      const found = new RegExp(`https?://[^\\s"<>]+${path}[\\w.?=&%-]+`).exec(mail)?.[0];
      if (!mail.includes(`To: ${to}`) || found === undefined || known.includes(found)) continue;
      link = found;
      return true;
    }
    return false;
  });
  return link;
};

/** Waits until this person was sent a mail whose subject starts like this. */
export const untilMailed = (dataDir: string, to: string, subject: string, timeoutMs = 120_000): Promise<void> =>
  until(`a mail to ${to}: ${subject}`, timeoutMs, async () => {
    const folder = join(dataDir, 'outbox');
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.eml'))) {
      const mail = decode(await readFile(join(folder, name), 'utf8'));
      if (mail.includes(`To: ${to}`) && mail.includes(`Subject: ${subject}`)) return true;
    }
    return false;
  });
