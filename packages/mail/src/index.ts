export type { ClosableMailer } from './closable-mailer.ts';
export { createMailer } from './create-mailer.ts';
export type { RenderedMail } from './layout.ts';
export { renderMail } from './render-mail.ts';
