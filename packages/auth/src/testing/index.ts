export { appCodeAt } from './authenticator-app.ts';
export { pressConsent } from './consent.ts';
export { type GithubPerson, type GithubStandIn, startGithubStandIn } from './github-stand-in.ts';
export { type GooglePerson, type GoogleStandIn, startGoogleStandIn, type TokenFlaw } from './google-stand-in.ts';
export { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';
export { STAND_IN_CLIENT } from './stand-in-grants.ts';
export type { StandInServer, Trouble } from './stand-in-server.ts';
