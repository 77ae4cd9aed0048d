export { answerError } from './errors/answer-error.ts';
export { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
export { createRestApp } from './rest-app.ts';
export type { RestEnvironment, SessionCookies } from './rest-environment.ts';
