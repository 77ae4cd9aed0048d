import type { MetaDescriptor } from '@remix-run/react';

const LANDING_TEXT = 'Notafter watches the last day of every TLS certificate your team runs and shows what ends next.';

/** Title and description of a screen; by default with the landing page's description. */
export const pageMeta = (screen: string, description: string = LANDING_TEXT): MetaDescriptor[] => [
  { title: `${screen} | Notafter` },
  { name: 'description', content: description },
];
