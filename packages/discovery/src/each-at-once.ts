/** Runs `work` for each item with limited concurrency; stops starting items once it returns false. */
export const eachAtOnce = async <Item>(items: readonly Item[], size: number, work: (item: Item) => Promise<boolean>): Promise<void> => {
  const queue = items.values();
  let goesOn = true;
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      if (!goesOn) return;
      if (!(await work(item))) goesOn = false;
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, lane));
};
