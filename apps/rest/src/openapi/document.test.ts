import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { expectToFit } from '../testing/document-check.ts';
import { operations as declared } from '../v1/operations.ts';
import { callersOf } from './callers.ts';
import { openApiDocument } from './document.ts';
import { documentModel } from './document-model.ts';

const document = openApiDocument();
const model = documentModel.parse(document);
const operations = Object.entries(model.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, method, operation })),
);

/** Callers of an operation as its use case declares them; null for one that answers a fixed text. */
const declaredCallers = (id: string) => {
  const found = declared.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the list of operations.`);
  return found.useCase === null ? null : callersOf(found.useCase);
};
const isForMembers = (id: string): boolean => typeof declaredCallers(id) === 'object' && declaredCallers(id) !== null;

describe('the OpenAPI document', () => {
  it('fits the official schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('names no plan in what it says, since some servers sell none', () => {
    const said = [...JSON.stringify(document).matchAll(/"(?:description|summary)":"(?:[^"\\]|\\.)*"/g)].map(([text]) => text);
    expect(said.length).toBeGreaterThan(100);
    const unsaid = /\b(?:Forever Free|Starter|Essentials|Professional|Business|Enterprise|Team plan|Team and)\b/;
    expect(said.filter((text) => unsaid.test(text))).toEqual([]);
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(16);
  });

  it('is the same however often it is made', () => {
    expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document));
  });

  it('takes from the declarations who may call what', () => {
    const callers = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;
    const session = { session: [] };
    const script = [{ token: [], organization: [] }, { bearer: [] }];
    expect(callers('listCertificatePages')).toMatchObject({
      security: [session, ...script, { apiKey: [] }],
      'x-api-key-permission': 'read',
    });
    expect(callers('createCertificate')).toMatchObject({ security: [session, ...script, { apiKey: [] }], 'x-api-key-permission': 'write' });
    expect(callers('removeCertificate')).toMatchObject({ 'x-api-key-permission': 'delete' });
    expect(callers('saveChannel')?.security).toEqual([session, ...script]);
    expect(callers('addToken')?.security).toEqual([session]);
    const codes = (id: string) => Object.keys(callers(id)?.responses['403']?.content?.['application/json'].examples ?? {});
    expect([codes('addToken').includes('session_required'), codes('listTokens').includes('session_required')]).toEqual([true, false]);
  });

  it('lets API keys read every GET and delete with every DELETE under the public paths', () => {
    const isPublic =
      /^\w+ \/v1\/(certificates|dashboard|environments|discover|analytics|ssl-scores|notifications\/(log|channels)|ct)(\/|$)/;
    const wanted = { get: 'read', delete: 'delete' } as const;
    // Whether to alert is up to people.
    const isForPeople = ({ name }: { name: string }) => name === 'DELETE /v1/certificates/{id}/snooze';
    const wrong = operations.filter(
      ({ name, method, operation }) =>
        isPublic.test(name) && (method === 'get' || method === 'delete') && operation['x-api-key-permission'] !== wanted[method],
    );
    expect(wrong.filter((one) => !isForPeople(one)).map(({ name }) => name)).toEqual([]);
  });

  it('lists every operation once, with the method and the path that it is served at', () => {
    const documented = operations.map(({ name, operation }) => `${operation.operationId} ${name}`);
    expect(declared.map(({ id, method, path }) => `${id} ${method} ${path}`).sort()).toEqual(documented.sort());
  });

  it('has a session for every operation whose use case is for members', () => {
    const members = operations.filter(({ operation }) => operation.security.length > 0 && operation.operationId !== 'logout');
    expect(members.filter(({ operation }) => !isForMembers(operation.operationId)).map(({ name }) => name)).toEqual([]);
  });

  describe.each(operations)('$name', ({ method, operation }) => {
    it('answers 200, and every error with an example', () => {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '500', '503']));
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (content === undefined) {
          expect(status).toBe('304');
          continue;
        }
        const { example, examples, schema } = content['application/json'];
        if (status.startsWith('2')) expect(example).toBeDefined();
        else {
          expect(schema.$ref).toBe('#/components/schemas/Error');
          expect(Object.keys(examples ?? {})).not.toHaveLength(0);
        }
      }
    });

    it('has examples that fit their schemas', () => {
      const contents = [
        ...(operation.requestBody === undefined ? [] : [operation.requestBody.content]),
        ...Object.values(operation.responses).flatMap(({ content }) => content ?? []),
      ];
      for (const { 'application/json': media } of contents) {
        if (media.example !== undefined) expectToFit(media.schema, media.example, operation.operationId);
        for (const { value } of Object.values(media.examples ?? {})) expectToFit(media.schema, value, operation.operationId);
      }
    });

    it('says who may call it, and of writes with a session that another site is refused', () => {
      if (operation.security.length === 0) {
        return expect(declaredCallers(operation.operationId) ?? 'anyone').toBe('anyone');
      }
      const codes = Object.keys(operation.responses['403']?.content?.['application/json'].examples ?? {});
      return method === 'get' ? expect(codes).not.toContain('cross_site') : expect(codes).toContain('cross_site');
    });
  });
});
