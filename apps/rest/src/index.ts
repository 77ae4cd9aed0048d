export { answerError } from './errors/answer-error.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/document-model.ts';
export { type Operation, operationsOf } from './openapi/operation-finder.ts';
export { createRestApp } from './rest-app.ts';
export type { RestEnvironment } from './rest-environment.ts';
export { toSnakeCase } from './wire/names.ts';
