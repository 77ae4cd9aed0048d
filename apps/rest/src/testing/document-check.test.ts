import { describe, expect, it } from 'vitest';
import { checkAgainstDocument } from './document-check.ts';
import { errorBody } from './error-body.ts';

const stats = { total: 0, expired: 0, critical: 0, warning: 0, valid: 0, unreachable: 0, health_score: 100 };
const check =
  (status: number, body: unknown, method = 'GET', path = '/v1/dashboard/stats') =>
  () =>
    checkAgainstDocument(method, path, { status, type: 'application/json', body });

describe('the check of answers against the document', () => {
  it('passes what is documented', () => {
    expect(check(200, stats)).not.toThrow();
    expect(check(401, errorBody('unauthenticated'))).not.toThrow();
  });

  it('catches a missing field, one too many, and one of another type', () => {
    const { total: _total, ...lacking } = stats;
    expect(check(200, lacking)).toThrow("required property 'total'");
    expect(check(200, { ...stats, healthy: 1 })).toThrow('must NOT have additional properties');
    expect(check(200, { ...stats, total: '0' })).toThrow('must be integer');
  });

  it('catches a status and a code that are not documented', () => {
    expect(check(418, {})).toThrow('is not documented');
    expect(check(403, errorBody('certificate_limit'))).toThrow('certificate_limit is not documented');
    expect(check(401, { ...errorBody('unauthenticated'), code: 'made_up' })).toThrow('not in the catalogue');
    expect(check(401, { ...errorBody('unauthenticated'), message: 'Another text' })).toThrow('differ');
  });

  it('accepts other formats only if they are documented', () => {
    const answer = { status: 200, type: 'text/csv', body: 'domain' };
    expect(() => checkAgainstDocument('GET', '/v1/certificates/export', answer)).not.toThrow();
    expect(() => checkAgainstDocument('GET', '/v1/dashboard/stats', answer)).toThrow('is not documented');
  });

  it('tells a fixed path from one with an id', () => {
    expect(check(200, { certificates: [] }, 'GET', '/v1/certificates/list?limit=1')).toThrow('/v1/certificates/list 200');
    expect(check(200, {}, 'GET', '/v1/certificates/x/')).toThrow('/v1/certificates/{id} 200');
  });
});
