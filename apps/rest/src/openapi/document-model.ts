import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';

/** As the library writes it. */
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The part of a JSON Schema that this API's document uses. */
const schemaModel = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  example: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaModel).optional();
  },
  get items() {
    return schemaModel.optional();
  },
  get anyOf() {
    return z.array(schemaModel).optional();
  },
  get allOf() {
    return z.array(schemaModel).optional();
  },
});
export type SchemaModel = z.infer<typeof schemaModel>;

const mediaModel = z.object({
  schema: schemaModel,
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});
/** Other formats, such as CSV, are offered in addition to JSON. */
const contentModel = z.looseObject({ 'application/json': mediaModel });

const operationModel = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  /** The permission an API key needs; absent if none may call it. */
  'x-api-key-permission': z.enum(['read', 'write', 'delete']).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: schemaModel }))
    .default([]),
  requestBody: z.object({ content: contentModel }).optional(),
  deprecated: z.boolean().optional(),
  /** An answer without a body, such as 304, has no content. */
  responses: z.record(z.string(), z.object({ description: z.string(), content: contentModel.optional() })),
});
export type OperationModel = z.infer<typeof operationModel>;

/** A delivery to a webhook endpoint, by event type. */
const webhookModel = z.object({
  post: z.object({
    summary: z.string(),
    description: z.string(),
    parameters: z.array(z.object({ name: z.string(), schema: schemaModel })),
    requestBody: z.object({ content: contentModel }),
    responses: z.record(z.string(), z.object({ description: z.string() })),
  }),
});
export type WebhookModel = z.infer<typeof webhookModel>;

/** The document as the reference page and the examples read it; parsing it also proves that every operation is complete. */
export const documentModel = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationModel)),
  webhooks: z.record(z.string(), webhookModel),
  components: z.object({
    schemas: z.record(z.string(), schemaModel),
    securitySchemes: z.record(
      z.string(),
      z.object({ name: z.string().optional(), in: z.enum(['cookie', 'header']).optional(), description: z.string() }),
    ),
  }),
});
export type DocumentModel = z.infer<typeof documentModel>;
export type NamedSchemas = DocumentModel['components']['schemas'];

/** The name behind `#/components/schemas/<name>`. */
export const referencedName = (schema: SchemaModel): string | null => schema.$ref?.split('/').at(-1) ?? null;

export const typesOf = (schema: SchemaModel): readonly string[] => {
  if (schema.type === undefined) return [];
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
};
