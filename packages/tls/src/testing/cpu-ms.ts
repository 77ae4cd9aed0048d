/** Returns the CPU time of this thread: bounds on work use it, because wall time includes other work on a busy machine. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
