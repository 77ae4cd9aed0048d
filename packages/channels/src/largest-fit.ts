/**
 * Returns what `build` makes of the most items that `fits` allows, found by bisection. The result without items is accepted as
 * it is: the rest of a message has separate limits.
 */
export const largestFit = <Built>(count: number, build: (shown: number) => Built, fits: (built: Built) => boolean): Built => {
  const whole = build(count);
  if (fits(whole)) return whole;
  let best = build(0);
  let low = 1;
  let high = count - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const built = build(middle);
    if (fits(built)) {
      best = built;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
};
