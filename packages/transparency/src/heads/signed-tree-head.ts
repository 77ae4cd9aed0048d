import { z } from 'zod';
import { isSignedByLog, type LogKey, treeHeadInput } from '../log-signature.ts';
import { HASH_BYTES } from '../merkle/hashes.ts';
import { parseJson } from '../parse-json.ts';
import { notAHead, notSigned, type ReadHead } from './read-head.ts';

const treeHead = z.object({
  tree_size: z.int().min(0),
  timestamp: z.int().min(0),
  sha256_root_hash: z.base64(),
  tree_head_signature: z.base64(),
});

/** Reads the answer of get-sth (RFC 6962 section 4.3). */
export const readSignedTreeHead = (bytes: Buffer, key: LogKey): ReadHead => {
  const text = bytes.toString('utf8');
  const read = treeHead.safeParse(parseJson(text));
  if (!read.success) return notAHead('The answer of get-sth is not a tree head.');
  const { tree_size: size, timestamp: signedAt } = read.data;
  const root = Buffer.from(read.data.sha256_root_hash, 'base64');
  if (root.length !== HASH_BYTES) return notAHead('The root hash of the tree head is not 32 bytes long.');
  if (!isSignedByLog(key, treeHeadInput(size, root, signedAt), Buffer.from(read.data.tree_head_signature, 'base64')))
    return notSigned('The signature of the tree head is not valid.');
  return { kind: 'signed', head: { size, root: root.toString('hex'), signedAt, text } };
};
