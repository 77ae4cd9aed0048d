import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';

const targetOf = (environment: Record<string, string>) => readConfig({ DATA_DIR: '/data', ...environment }, '/').services.backups;
const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('BACKUP_URL', () => {
  it('is a folder that is never made', () => {
    expect(targetOf({ BACKUP_URL: 'file:///mnt/my%20backups' })).toEqual({ kind: 'folder', path: '/mnt/my backups', makes: false });
    expect(targetOf({})).toEqual({ kind: 'folder', path: '/data/backups', makes: true });
  });

  it('is a bucket of Amazon in a region', () => {
    expect(targetOf({ BACKUP_URL: 's3://my-backups/prod/eu/', AWS_REGION: 'eu-central-1', ...KEYS, AWS_SESSION_TOKEN: 'token' })).toEqual({
      ...{ kind: 's3', bucket: 'my-backups', prefix: 'prod/eu/', endpoint: null, region: 'eu-central-1', pathStyle: false },
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    });
  });

  it('is a bucket of another endpoint, in path style unless it says otherwise', () => {
    const endpoint = 'https://s3.example.com:9000/storage';
    const elsewhere = { kind: 's3', bucket: 'backups', prefix: '', endpoint, region: 'us-east-1', pathStyle: true, credentials: null };
    expect(targetOf({ BACKUP_URL: `s3://backups?endpoint=${endpoint}` })).toEqual(elsewhere);
    expect(targetOf({ BACKUP_URL: 's3://backups', AWS_ENDPOINT_URL_S3: endpoint })).toEqual(elsewhere);
    const chosen = targetOf({ BACKUP_URL: `s3://backups?endpoint=${endpoint}&region=auto&path_style=false`, AWS_REGION: 'eu-west-1' });
    expect(chosen).toEqual({ ...elsewhere, region: 'auto', pathStyle: false });
  });

  it.each([
    '/mnt/backups',
    'file:///',
    'file://host/backups',
    'ftp://host/backups',
    's3://',
    's3:///prefix',
    's3://UPPER_case',
    's3://id:secret@backups',
    's3://backups:9000',
    's3://backups/a%2fb',
    's3://backups/a b',
    's3://backups?endpoint=s3.example.com',
    's3://backups?endpoint=https://id:secret@s3.example.com',
    's3://backups?path_style=yes',
    's3://backups?pathStyle=true',
    's3://backups?region=a&region=b',
  ])('refuses %s', (BACKUP_URL) => {
    expect(() => targetOf({ BACKUP_URL, AWS_REGION: 'eu-west-1' })).toThrow(/^ {2}BACKUP_URL must be file:/m);
  });

  it('refuses a bucket of which neither region nor endpoint is known, half a key, and an endpoint with a password', () => {
    expect(() => targetOf({ BACKUP_URL: 's3://backups' })).toThrow(/^ {2}AWS_REGION is missing/m);
    expect(() => targetOf({ AWS_ACCESS_KEY_ID: 'id' })).toThrow(/^ {2}AWS_SECRET_ACCESS_KEY is missing/m);
    expect(() => targetOf({ AWS_ENDPOINT_URL_S3: 'https://id:secret@s3.example.com' })).toThrow(/^ {2}AWS_ENDPOINT_URL_S3 must be/m);
  });
});
