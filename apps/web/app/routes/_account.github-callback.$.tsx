// A prefix of the sign-up screen (spec 1 section 2); a finished OAuth round trip never passes here.
export { default, loader, meta } from './_account.signup.$.tsx';
