// `pnpm cloud-crashes` runs every case of a call to a cloud that goes wrong, and writes docs/cloud-crashes.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crashDocument } from '../packages/provisioning/src/testing/clouds/crash-document.ts';

const text = await crashDocument();
writeFileSync(resolve(import.meta.dirname, '../docs/cloud-crashes.md'), text);
console.log(text);
