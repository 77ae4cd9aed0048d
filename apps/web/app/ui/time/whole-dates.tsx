const dates = /(\d{4}-\d{2}-\d{2})/;

/** A sentence whose dates are marked as such: browsers break lines at their hyphens otherwise. */
export function WholeDates({ text }: { readonly text: string }) {
  const parts = text.split(dates).map((part, place) => ({ part, place, isDate: place % 2 === 1 }));
  return parts.map(({ part, place, isDate }) => (isDate ? <time key={place}>{part}</time> : part));
}
