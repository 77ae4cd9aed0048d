/** Returns an address with the parameters that have a value, in their order. */
export function addressOf(path: string, params: Readonly<Record<string, string | number | null>>): string {
  const set = Object.entries(params).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, String(value)]]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
