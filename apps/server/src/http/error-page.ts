import { type DomainError, escapeHtml } from '@notafter/domain';

/** For failures before the screens can respond, such as a database outage. Styled by attributes only. */
export const errorPage = (error: DomainError): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><title>Not available | Notafter</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem">
<h1 style="font-size:1.4rem">Notafter is not available right now</h1>
<p>${escapeHtml(error.message)}</p>
<p><a href="">Try again</a></p>
</body></html>`;
