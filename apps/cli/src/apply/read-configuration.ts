import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Complain, readYamlFile, type YamlFile } from '@notafter/command-line/yaml-file';
import { certificatesOnly, channelTypes, textOfFile, traitsOf } from '@notafter/domain';
import { configurationInput } from '@notafter/domain/inputs';

interface Circumstances {
  /** Files of secrets are relative to the folder of this one. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const SECRET_MAX_BYTES = 10_000;
/** With private keys and comments around the certificates. */
const UPLOAD_FILE_MAX_BYTES = 4 * 1024 * 1024;

interface Secret {
  readonly value: string | null;
  readonly problem: string | null;
}

const found = (value: string): Secret => ({ value, problem: null });
const lacking = (problem: string): Secret => ({ value: null, problem });

const unreadable = (name: string, error: unknown): string =>
  `${name} cannot be read: ${error instanceof Error && 'code' in error ? String(error.code) : ''}.`;

/** Reads `{ env: NAME }` or `{ file: PATH }`; the line break at the end of a file is not part of its secret. */
const readSecret = (reference: object, { path, env }: Circumstances): Secret => {
  const [[kind, name] = [], ...more] = Object.entries(reference);
  if (more.length > 0 || typeof name !== 'string' || (kind !== 'env' && kind !== 'file'))
    return lacking('Write { env: NAME } or { file: PATH }.');
  if (kind === 'env') {
    const value = env[name];
    return value === undefined || value === '' ? lacking(`The variable ${name} is not set.`) : found(value);
  }
  try {
    const text = readFileSync(resolve(dirname(path), name), 'utf8');
    return text.length > SECRET_MAX_BYTES ? lacking(`${name} is too large for a secret.`) : found(text.replace(/\r?\n$/, ''));
  } catch (error) {
    return lacking(unreadable(name, error));
  }
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown, name: string): readonly unknown[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Puts secrets in the place of their references, and refuses those that are in the file. */
const resolveSecrets = (given: unknown, circumstances: Circumstances, complain: Complain): unknown => {
  if (!isObject(given) || given.channels === undefined) return given;
  const channels = listOf(given, 'channels').map((channel, index) => {
    if (!isObject(channel) || !isObject(channel.settings)) return channel;
    const type = channelTypes.find((one) => one === channel.type);
    const secrets = type === undefined ? [] : traitsOf(type).fields.flatMap(({ name, secret }) => (secret ? [name] : []));
    const settings = Object.entries(channel.settings).map(([name, value]): [string, unknown] => {
      const path = ['channels', index, 'settings', name];
      if (!isObject(value)) {
        if (secrets.includes(name) && value !== '')
          complain(path, 'A secret does not belong into the file. Write { env: NAME } or { file: PATH }.');
        return [name, value];
      }
      const { value: secret, problem } = readSecret(value, circumstances);
      if (problem !== null) complain(path, problem);
      return [name, secret ?? ''];
    });
    return { ...channel, settings: Object.fromEntries(settings) };
  });
  return { ...given, channels: Array.isArray(given.channels) ? channels : given.channels };
};

/** Reads `certificate: { file: PATH }`. Only certificates are kept, and a private key in the configuration itself is refused. */
const readUploadText = (given: unknown, path: string): { readonly text: string; readonly problem: string | null } => {
  if (typeof given === 'string') {
    const { text, leftOutKey } = certificatesOnly(given);
    if (leftOutKey) return { text, problem: 'A private key does not belong into the file.' };
    return { text, problem: text === '' ? 'This is not a certificate as PEM.' : null };
  }
  const [[kind, name] = [], ...more] = isObject(given) ? Object.entries(given) : [];
  if (kind !== 'file' || typeof name !== 'string' || more.length > 0)
    return { text: '', problem: 'Write { file: PATH }, or a certificate as PEM.' };
  try {
    const bytes = readFileSync(resolve(dirname(path), name));
    const { text } = certificatesOnly(bytes.length > UPLOAD_FILE_MAX_BYTES ? '' : textOfFile(bytes));
    return { text, problem: text === '' ? `${name} has no certificate as PEM, DER or PKCS #7.` : null };
  } catch (error) {
    return { text: '', problem: unreadable(name, error) };
  }
};

/** Puts certificates in the place of the files that have them. */
const resolveUploads = (given: unknown, { path }: Circumstances, complain: Complain): unknown => {
  if (!isObject(given) || !Array.isArray(given.uploads)) return given;
  const uploads = given.uploads.map((upload, index) => {
    if (!isObject(upload) || upload.certificate === undefined) return upload;
    const { text, problem } = readUploadText(upload.certificate, path);
    if (problem !== null) complain(['uploads', index, 'certificate'], problem);
    return { ...upload, certificate: text };
  });
  return { ...given, uploads };
};

/** Parses a file of `notafter apply`. Every problem has its place in the file. */
export const readConfiguration = (text: string, circumstances: Circumstances): YamlFile<unknown> =>
  readYamlFile(text, (given, complain) => {
    const value = resolveUploads(resolveSecrets(given, circumstances, complain), circumstances, complain);
    return { value, issues: configurationInput.safeParse(value).error?.issues ?? [] };
  });
