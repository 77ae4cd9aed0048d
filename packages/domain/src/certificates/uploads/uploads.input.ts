import { z } from 'zod';
import { idInput, instantInput, lineInput } from '../../id.input.ts';
import { certificateIdInput } from '../certificates.input.ts';
import { DATE_ISSUER_MAX_LENGTH, MONITORED_NAME_MAX_LENGTH } from './certificate-source.ts';

const monitoredName = () => lineInput(MONITORED_NAME_MAX_LENGTH).min(1, 'Enter a name.');
const issuer = () =>
  lineInput(DATE_ISSUER_MAX_LENGTH)
    .transform((text) => text || null)
    .nullable();
const placement = {
  /** `cleanTags` validates them. */
  tags: z.record(z.string(), z.string()).default({}),
  environmentId: idInput<'environment'>().nullable().default(null),
};
/** The `version` of the answer that was edited. */
const version = z.int().optional();

export const addUploadInput = z.object({
  /** `readUpload` validates it, with texts that say what to change. */
  certificate: z.string(),
  /** Absent: the certificate's first name. */
  name: monitoredName().optional(),
  ...placement,
});
export type AddUploadInput = z.infer<typeof addUploadInput>;

export const replaceUploadInput = certificateIdInput.extend({ certificate: z.string(), version });
export type ReplaceUploadInput = z.infer<typeof replaceUploadInput>;

export const addDateInput = z.object({
  name: monitoredName(),
  expiresAt: instantInput(),
  /** Its issuer, or a note. */
  issuer: issuer().default(null),
  ...placement,
});
export type AddDateInput = z.infer<typeof addDateInput>;

export const updateDateInput = certificateIdInput.extend({
  expiresAt: instantInput(),
  /** Absent: unchanged. */
  issuer: issuer().optional(),
  version,
});
export type UpdateDateInput = z.infer<typeof updateDateInput>;
