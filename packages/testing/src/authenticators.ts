export { appCodeAt, createSoftwareAuthenticator, type SoftwareAuthenticator } from '@notafter/auth/testing';
