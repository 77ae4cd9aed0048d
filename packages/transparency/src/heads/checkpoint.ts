import { hash } from 'node:crypto';
import { isSignedByLog, type LogKey, treeHeadInput } from '../log-signature.ts';
import { HASH_BYTES } from '../merkle/hashes.ts';
import { notAHead, notSigned, type ReadHead } from './read-head.ts';

/** Bounds the work on a note; readers must accept 16 signatures (C2SP signed-note). */
const SIGNATURES_MAX = 64;
const SIGNATURE_START = '\u2014 ';
/** Signature type identifier of RFC6962NoteSignature (C2SP static-ct-api). */
const NOTE_TYPE = 0x05;
const KEY_ID_BYTES = 4;
const TIMESTAMP_BYTES = 8;

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^(?:0|[1-9][0-9]{0,15})$/;

/** Returns a static log's name in its checkpoints: its submission prefix without scheme and slash at the end. */
export const originOf = (submissionUrl: string): string => submissionUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');

const keyIdOf = (origin: string, { id }: LogKey): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${origin}\n`), Buffer.from([NOTE_TYPE]), id]), 'buffer').subarray(0, KEY_ID_BYTES);

interface Note {
  /** With its final newline. */
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** Splits a signed note at its last empty line (C2SP signed-note). Returns null if it is not one. */
const readNote = (bytes: Buffer): Note | null => {
  const all = bytes.toString('utf8');
  if (!Buffer.from(all).equals(bytes)) return null;
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) < 0x20 && bytes[at] !== 0x0a) return null;
  const split = all.lastIndexOf('\n\n');
  if (split === -1 || !all.endsWith('\n')) return null;
  const lines = all.slice(split + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return null;
  const signatures = lines.map((line) => {
    const [name, value, ...rest] = line.startsWith(SIGNATURE_START) ? line.slice(SIGNATURE_START.length).split(' ') : [];
    if (name === undefined || value === undefined || name === '' || rest.length > 0 || !base64.test(value)) return null;
    return { name, bytes: Buffer.from(value, 'base64') };
  });
  const read = signatures.filter((signature) => signature !== null);
  return read.length === lines.length ? { text: all.slice(0, split + 1), signatures: read } : null;
};

/** Reads a checkpoint of the static log with this submission prefix and key (C2SP static-ct-api, tlog-checkpoint). */
export const readCheckpoint = (bytes: Buffer, submissionUrl: string, key: LogKey): ReadHead => {
  const note = readNote(bytes);
  if (note === null) return notAHead('The checkpoint is not a signed note.');
  const origin = originOf(submissionUrl);
  const [name, size = '', root = '', end, ...extensions] = note.text.split('\n');
  if (end !== '' || extensions.length > 0 || !decimal.test(size) || !base64.test(root))
    return notAHead('The checkpoint is not in the form of a tree head.');
  if (name !== origin) return notSigned('The checkpoint is of another log.');
  const rootBytes = Buffer.from(root, 'base64');
  const treeSize = Number(size);
  if (rootBytes.length !== HASH_BYTES || !Number.isSafeInteger(treeSize))
    return notAHead('The checkpoint is not in the form of a tree head.');
  const keyId = keyIdOf(origin, key);
  const mine = note.signatures.find((each) => each.name === origin && each.bytes.subarray(0, KEY_ID_BYTES).equals(keyId));
  if (mine === undefined) return notSigned('The checkpoint has no signature of this log.');
  const body = mine.bytes.subarray(KEY_ID_BYTES);
  if (body.length < TIMESTAMP_BYTES) return notSigned('The signature of the checkpoint is truncated.');
  const signedAt = Number(body.readBigUInt64BE(0));
  if (!Number.isSafeInteger(signedAt)) return notAHead('The checkpoint has no possible time.');
  if (!isSignedByLog(key, treeHeadInput(treeSize, rootBytes, signedAt), body.subarray(TIMESTAMP_BYTES)))
    return notSigned('The signature of the checkpoint is not valid.');
  return { kind: 'signed', head: { size: treeSize, root: rootBytes.toString('hex'), signedAt, text: bytes.toString('utf8') } };
};
