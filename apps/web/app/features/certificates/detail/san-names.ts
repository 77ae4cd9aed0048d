/** Spec 1 section 9: five names until the person opens all, and a search box above ten. */
export const COLLAPSED_NAMES = 5;
export const SEARCH_ABOVE = 10;
/** More rows than people read. The search finds the others. */
const SHOWN_MAX = 500;

/** Returns the names that match a search, else the first five or all, without duplicates. */
export function shownNames(names: readonly string[], search: string, all: boolean): string[] {
  const distinct = [...new Set(names)];
  const wanted = search.trim().toLowerCase();
  if (wanted !== '') return distinct.filter((name) => name.toLowerCase().includes(wanted)).slice(0, SHOWN_MAX);
  return distinct.slice(0, all ? SHOWN_MAX : COLLAPSED_NAMES);
}
