import { html } from 'hono/html';
import { type Markup, prose } from '../../docs/prose.ts';

interface Docs {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

/** The text about collectors as a page without a script, in the style of the API reference. */
export const collectorDocsPage = ({ title, sections }: Docs): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} | Notafter</title>
<meta name="description" content="How a collector watches endpoints and certificate files that the server cannot reach.">
<link rel="icon" type="image/svg+xml" href="/v1/docs/favicon.svg">
<link rel="stylesheet" href="/v1/docs/reference.css">
</head>
<body>
<header>
  <a class="product" href="/">Notafter</a>
  <h1>${title}</h1>
  <a href="/v1/docs#tag-Collectors">API reference</a>
</header>
<main class="page">
${sections.map((section) => html`<section><h2>${section.title}</h2>${prose(section.text)}</section>`)}
</main>
</body>
</html>`;
