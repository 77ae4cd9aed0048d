export { answerError } from './errors/answer-error.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/document-model.ts';
export { createRestApp } from './rest-app.ts';
export type { RestEnvironment } from './rest-environment.ts';
