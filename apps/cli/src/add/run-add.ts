import { type ExitCode, exitCodes, printable, type Terminal, UsageError } from '@notafter/command-line';
import { certificatesOnly, dateText, plural, textOfFile } from '@notafter/domain';
import { z } from 'zod';
import type { AddCommand } from '../commands.ts';
import { readNamedFile } from '../read-file.ts';
import { connectServer } from '../server.ts';

const answered = z.object({
  certificate: z.object({ domain: z.string(), expiration_date: z.iso.datetime().nullable(), days_left: z.int().nullable() }),
});

/** The certificates of a file, without private keys: they stay on this machine. */
const readCertificate = async (file: string, { stdin, stderr }: Terminal): Promise<string> => {
  const { text, leftOutKey } = certificatesOnly(textOfFile(await readNamedFile(file, '--certificate', 'add', stdin)));
  if (text === '') throw new UsageError(`--certificate '${file}' has no certificate as PEM, DER or PKCS #7.`, 'add');
  if (leftOutKey) stderr.write(`${printable(file)} also has a private key. It was not sent.\n`);
  return text;
};

const requestOf = async ({ added, tags }: AddCommand, terminal: Terminal): Promise<readonly [path: string, body: object]> => {
  switch (added.kind) {
    case 'endpoint':
      return ['/v1/certificates', { domain: added.domain }];
    case 'upload': {
      const certificate = await readCertificate(added.file, terminal);
      return ['/v1/certificates/uploads', { certificate, ...(added.name === null ? {} : { name: added.name }), tags }];
    }
    case 'date':
      return ['/v1/certificates/dates', { name: added.name, expires_at: added.expires.toISOString(), issuer: added.issuer, tags }];
  }
};

const daysText = (days: number): string => (days < 0 ? `${plural(-days, 'day')} ago` : `in ${plural(days, 'day')}`);

/** Monitors a host, a certificate or a date on a server. */
export const runAdd = async (command: AddCommand, terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr } = terminal;
  const server = connectServer(terminal, 'add', 'a token of an admin, or an API key with write permission');
  const [path, body] = await requestOf(command, terminal);
  const answer = await server.post(path, body);
  if (answer.kind === 'refused') {
    const { message, details } = answer.refusal;
    stderr.write(`notafter: ${printable(message)}\n`);
    for (const detail of details) if (detail.message !== message) stderr.write(`  ${printable(`${detail.path}: ${detail.message}`)}\n`);
    return exitCodes.critical;
  }
  const read = answered.safeParse(answer.body);
  if (!read.success)
    throw new UsageError('The server answers in a form that this notafter does not know. Use the notafter of its version.', 'add');
  if (command.json) stdout.write(`${JSON.stringify(answer.body)}\n`);
  else {
    const { domain, expiration_date: expires, days_left: days } = read.data.certificate;
    const ends =
      expires === null || days === null
        ? ''
        : ` ${days < 0 ? 'It expired' : 'It expires'} on ${dateText(new Date(expires))}, ${daysText(days)}.`;
    stdout.write(`${printable(`Added ${domain}.${ends}`)}\n`);
  }
  return exitCodes.ok;
};
