export { answerError } from './errors/answer-error.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/document-model.ts';
export type { Operation } from './operation.ts';
export { createRestApp } from './rest-app.ts';
export type { RestEnvironment } from './rest-environment.ts';
export { operations } from './v1/operations.ts';
