import { createHash, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ClientRules } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { clientRulesInput } from '@notafter/domain/inputs';
import { explained } from './start-error.ts';

const isPublicKey = (key: string): boolean => {
  try {
    createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return true;
  } catch {
    return false;
  }
};

/** Enough to see what is wrong with a file. */
const MAX_PROBLEMS = 5;

/** Returns the table of `CLIENT_RULES_FILE`, or the built-in one. Throws `StartError` for an unusable file. */
export const loadClientRules = (file: string | null): Promise<ClientRules> =>
  explained('CLIENT_RULES_FILE is not usable. Set it to a table as docs/clients.md describes, or unset it.', async () => {
    if (file === null) return clientTable;
    const text = await readFile(file, 'utf8');
    const parsed = clientRulesInput.safeParse(JSON.parse(text));
    if (!parsed.success) {
      const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => `\n  ${path.join('.')} ${message}`);
      throw new Error(`${file} is invalid:${problems.join('')}`);
    }
    const unreadable = parsed.data.ctLogs.keys.findIndex((key) => !isPublicKey(key));
    if (unreadable !== -1) throw new Error(`${file} is invalid:\n  ctLogs.keys.${unreadable} is not a public key`);
    // An edited file counts as changed even if its version was forgotten.
    const print = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { ...parsed.data, version: `${parsed.data.version} ${print}` };
  });
