import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');

const schemaNamed = (name: string): object => {
  const [, json] = new RegExp(`<!-- schema: ${name} -->\\n\`\`\`json\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  if (json === undefined) throw new Error(`docs/cli.md has no schema named ${name}.`);
  return JSON.parse(json);
};

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
for (const name of ['check', 'verify', 'scan', 'preflight']) ajv.addSchema(schemaNamed(name), name);

/** Returns everything in a document that violates the schema of its command in docs/cli.md. */
export const schemaFaults = (name: 'check' | 'verify' | 'scan' | 'preflight', document: unknown): string[] => {
  const validate: ValidateFunction | undefined = ajv.getSchema(name);
  if (validate === undefined) throw new Error(`Unknown schema: ${name}.`);
  return validate(document) === true ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
};
