import type { ContainerFile } from '../../archives/tar.ts';

/** The least that a cloud takes, once it is encoded (Amazon EC2, "User data"). */
export const USER_DATA_MAX_BYTES = 16_384;

export interface CloudConfig {
  /** `none`: in place of the image's user there is one that can't sign in. `image`: as the image has it. */
  readonly signIn: 'none' | 'image';
  readonly packages: readonly string[];
  readonly files: readonly ContainerFile[];
  /** Run by `sh`, in order, on the first boot only. */
  readonly commands: readonly string[];
}

/** A JSON string is a YAML string. */
const quoted = (text: string): string => JSON.stringify(text);
const list = (items: readonly string[], indent = ''): string => items.map((item) => `${indent}- ${item}\n`).join('');

const isPlain = (text: string): boolean => /^[\n\t\x20-\x7e]*$/.test(text) && text.endsWith('\n');

/** The text as it is, each line indented: readable for people who open it on the machine. */
const block = (text: string): string => {
  if (!isPlain(text)) return quoted(text);
  const lines = text.slice(0, -1).split('\n');
  return `|2\n${lines.map((line) => (line === '' ? '' : `      ${line}`)).join('\n')}`;
};

const fileOf = ({ path, text, mode }: ContainerFile): string =>
  `path: ${quoted(path)}\n    permissions: '${mode.toString(8).padStart(4, '0')}'\n    content: ${block(text)}`;

/** Owners by number, which cloud-init takes by name only. */
const ownerOf = ({ path, uid }: ContainerFile): readonly string[] => (uid === 0 ? [] : [`chown ${uid}:${uid} ${path}`]);

const nobody = `users:
- name: notafter
  system: true
  lock_passwd: true
  shell: /usr/sbin/nologin
`;

/** Writes a configuration for cloud-init. Throws if it is longer than a cloud takes. */
export const writeCloudConfig = ({ signIn, packages, files, commands }: CloudConfig): string => {
  const run = [...files.flatMap(ownerOf), ...commands].map(quoted);
  const text = `#cloud-config
ssh_pwauth: false
disable_root: true
${signIn === 'none' ? nobody : ''}package_update: true
packages:
${list(packages)}write_files:
${list(files.map(fileOf), '  ')}${run.length === 0 ? '' : `runcmd:\n${list(run)}`}`;
  const bytes = Buffer.byteLength(text);
  if (bytes > USER_DATA_MAX_BYTES) throw new Error(`The first boot takes ${bytes} bytes, and clouds take ${USER_DATA_MAX_BYTES}.`);
  return text;
};
