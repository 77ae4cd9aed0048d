/** CPU time this thread has taken: what a bound on work is measured by, for on a busy machine the clock runs on while others work. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
