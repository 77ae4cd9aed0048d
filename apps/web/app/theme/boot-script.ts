import type { SchemeScope } from './color-scheme.ts';

const readScheme: Readonly<Record<SchemeScope, string>> = {
  app: "s=localStorage.getItem('darkMode')==='false'?'light':'dark'",
  public: "m=localStorage.getItem('themeMode');if(m==='light'||m==='dark')s=m",
};

const startScheme: Readonly<Record<SchemeScope, string>> = {
  app: "s='dark'",
  public: "s=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'",
};

/**
 * Runs in the head, before anything is painted. It sets the color scheme, keeps a form from being sent by the browser
 * while its handler is still loading (which would lose what was typed), and marks the page when a script did not load.
 */
export const bootScript = (scope: SchemeScope): string =>
  `(function(){var d=document,h=d.documentElement,${startScheme[scope]},m;try{${readScheme[scope]}}catch(e){}` +
  `h.setAttribute('data-mantine-color-scheme',s);` +
  `d.addEventListener('submit',function(e){if(!h.hasAttribute('data-hydrated'))e.preventDefault()},true);` +
  `d.addEventListener('error',function(e){if(e.target&&e.target.tagName==='SCRIPT'&&!h.hasAttribute('data-hydrated'))` +
  `h.setAttribute('data-chunk-failed','')},true)})()`;
