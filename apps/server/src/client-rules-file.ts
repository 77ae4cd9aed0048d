import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ClientRules } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { clientRulesInput } from '@notafter/domain/inputs';
import { explained } from './start-error.ts';

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
    // An edited file counts as changed even if its version was forgotten.
    const print = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { ...parsed.data, version: `${parsed.data.version} ${print}` };
  });
