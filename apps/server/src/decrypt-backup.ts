import { once } from 'node:events';
import { createAuthService } from '@notafter/auth';
import { readConfig } from '@notafter/config';
import { readBackup } from '@notafter/provisioning';
import { loadSecretKey } from './secret-key.ts';

/** `pnpm backup:decrypt < FILE > data.tar`: a stored backup as the tar archive of the data directory. Needs no database. */
const run = async (): Promise<void> => {
  const { secretKey, dataDir, http } = readConfig(process.env, process.cwd());
  const { sealing } = createAuthService({
    secretKey: secretKey ?? (await loadSecretKey(dataDir)),
    publicUrl: http.publicUrl,
    clock: { now: () => new Date() },
  });
  const openKey = ({ backup, sealedKey }: { readonly backup: string; readonly sealedKey: string }): Buffer =>
    Buffer.from(sealing.open({ table: 'service_backups', row: `${backup}/key` }, sealedKey), 'base64');
  for await (const piece of readBackup(process.stdin, openKey)) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nDo not use what was written so far.\n`);
  process.exitCode = 1;
});
