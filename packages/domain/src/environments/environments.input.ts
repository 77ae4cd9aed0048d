import { z } from 'zod';
import { idInput, lineInput } from '../id.input.ts';
import { ENVIRONMENT_DESCRIPTION_MAX_LENGTH, ENVIRONMENT_NAME_MAX_LENGTH } from './limits.ts';

/** A blank description is none. */
const description = lineInput(ENVIRONMENT_DESCRIPTION_MAX_LENGTH)
  .nullish()
  .transform((text) => text || null);

export const addEnvironmentInput = z.object({
  name: lineInput(ENVIRONMENT_NAME_MAX_LENGTH).min(1, 'Enter a name.'),
  description,
});
export type AddEnvironmentInput = z.infer<typeof addEnvironmentInput>;

export const environmentIdInput = z.object({ id: idInput<'environment'>() });
export type EnvironmentIdInput = z.infer<typeof environmentIdInput>;

export const updateEnvironmentInput = addEnvironmentInput.extend(environmentIdInput.shape);
export type UpdateEnvironmentInput = z.infer<typeof updateEnvironmentInput>;
