import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { type LogClient, missingAnswer } from './log-client.ts';
import { invalid } from './log-fault.ts';

export const PROOF_MAX_BYTES = 64 * 1024;
export const hashes = z.array(z.base64().transform((text) => Buffer.from(text, 'base64')));
const proofAnswer = z.object({ leaf_index: z.int().min(0), audit_path: hashes });

const read = <Schema extends z.ZodType>(path: string, bytes: Buffer, schema: Schema): z.infer<Schema> => {
  const answer = schema.safeParse(parseJson(bytes.toString('utf8')));
  if (!answer.success) throw invalid(`The answer of ${path.replace(/\?.*/, '')} is not in the form of RFC 6962.`);
  return answer.data;
};

/** Returns the answer of an RFC 6962 log. Throws LogFault. */
export const askLog = async <Schema extends z.ZodType>(
  client: LogClient,
  path: string,
  schema: Schema,
  maxBytes?: number,
): Promise<z.infer<Schema>> => read(path, await client.get(`ct/v1/${path}`, maxBytes), schema);

/** Returns the place of a leaf in the tree of this size, with its inclusion proof, unverified; null if the log does not have it. */
export const findLeaf = async (
  client: LogClient,
  leaf: Buffer,
  size: number,
): Promise<{ readonly index: number; readonly path: readonly Buffer[] } | null> => {
  const path = `get-proof-by-hash?hash=${encodeURIComponent(leaf.toString('base64'))}&tree_size=${size}`;
  const bytes = await client.find(`ct/v1/${path}`, PROOF_MAX_BYTES, missingAnswer);
  if (bytes === null) return null;
  const { leaf_index: index, audit_path: proof } = read(path, bytes, proofAnswer);
  return { index, path: proof };
};
