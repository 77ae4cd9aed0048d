// `pnpm cloud-waits` writes docs/cloud-waits.md: what people read while a cloud works on a service, or refuses to.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { waitsDocument } from '../packages/provisioning/src/testing/clouds/waits-document.ts';

const text = await waitsDocument();
writeFileSync(resolve(import.meta.dirname, '../docs/cloud-waits.md'), text);
console.log(text);
