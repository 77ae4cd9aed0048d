import { z } from 'zod';
import { idInput, lineInput } from '../../id.input.ts';
import { tagLine } from '../tags.input.ts';
import { ANCHOR_SET_NAME_MAX_LENGTH } from './anchors.ts';

const name = () => lineInput(ANCHOR_SET_NAME_MAX_LENGTH).min(1, 'Enter a name.');

export const anchorSetIdInput = z.object({ id: idInput<'anchor-set'>() });
export type AnchorSetIdInput = z.infer<typeof anchorSetIdInput>;

export const addAnchorSetInput = z.object({
  name: name(),
  /** `readAnchors` validates it, with texts that say what to change. */
  pem: z.string(),
});
export type AddAnchorSetInput = z.infer<typeof addAnchorSetInput>;

/** Absent fields keep their values. */
export const updateAnchorSetInput = anchorSetIdInput.extend({ name: name().optional(), pem: z.string().optional() });
export type UpdateAnchorSetInput = z.infer<typeof updateAnchorSetInput>;

/** A set, `public` for the public roots alone, or null for whatever applies otherwise. */
export const anchorChoiceInput = z.union([z.literal('public'), idInput<'anchor-set'>()]).nullable();

export const assignCertificateAnchorsInput = z.object({ id: idInput<'certificate'>(), anchors: anchorChoiceInput });
export type AssignCertificateAnchorsInput = z.infer<typeof assignCertificateAnchorsInput>;

/** Of all certificates with a tag, or of the organization. */
export const assignAnchorsInput = z.object({ tag: tagLine().optional(), anchors: anchorChoiceInput });
export type AssignAnchorsInput = z.infer<typeof assignAnchorsInput>;
