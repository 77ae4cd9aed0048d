/** In this order: most browsers also name the ones further down. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

/** In this order: Android names Linux, iPhones name Mac OS X. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameOf = (userAgent: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/**
 * Returns browser and system in words, such as 'Firefox on Windows', from a `User-Agent` header. Returns only our own words,
 * regardless of the header; null if it names neither.
 */
export const deviceOf = (userAgent: string | null): string | null => {
  if (userAgent === null) return null;
  const known = [nameOf(userAgent, browsers), nameOf(userAgent, systems)].filter((name) => name !== null);
  return known.length === 0 ? null : known.join(' on ');
};
