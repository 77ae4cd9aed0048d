import { ProviderError } from '@notafter/domain';
import { z } from 'zod';

/** The first file of a backup: its origin, and what a restore needs. */
export interface InstallationFacts {
  readonly format: 1;
  /** Of Notafter. */
  readonly version: string;
  readonly takenAt: string;
  /** Of PostgreSQL. */
  readonly serverVersion: string;
  /** Hashes of the applied migrations, the oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly partitions: readonly { readonly name: string; readonly bound: string; readonly parent?: string | undefined }[];
  }[];
}

const name = z.string().min(1);

const facts: z.ZodType<InstallationFacts> = z.object({
  format: z.literal(1),
  version: name,
  takenAt: z.iso.datetime(),
  serverVersion: name,
  migrations: z.array(name).min(1),
  tables: z
    .array(z.object({ name, columns: z.array(name).min(1), partitions: z.array(z.object({ name, bound: name, parent: name.optional() })) }))
    .min(1),
});

/** Parses the first file. Throws `ProviderError` if it is not of this form. */
export const readFacts = (bytes: Buffer): InstallationFacts => {
  try {
    return facts.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    const message = 'This is not a backup of an installation, or it was made by a newer version of Notafter.';
    throw new ProviderError('invalid', message, { code: 'damaged', cause: error });
  }
};
