const inputs = /<input type="hidden" name="([^"]*)" value="([^"]*)">/g;
const decoded = (text = ''): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** Simulates a browser on a provider's consent page: presses a button and returns the URL it is redirected to. */
export const pressConsent = async (authorizationUrl: string, consent: 'yes' | 'no' = 'yes'): Promise<URL> => {
  const shown = await fetch(authorizationUrl);
  const html = await shown.text();
  if (!shown.ok) throw new Error(`The provider's page answered ${shown.status}: ${html}`);
  const form = new URLSearchParams([...html.matchAll(inputs)].map(([, name, value]) => [decoded(name), decoded(value)]));
  form.set('consent', consent);
  const sent = await fetch(authorizationUrl, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(sent.headers.get('location') ?? '');
};
