import { z } from '@hono/zod-openapi';
import { idParameter } from '../../wire/parameters.ts';

export const certificateParameters = z.object({ id: idParameter<'certificate'>("The certificate's id.") });
