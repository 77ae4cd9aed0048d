import { cpus, loadavg, release, totalmem } from 'node:os';

/** Describes the machine in one line. */
export const describeMachine = (): string => {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return `${cpus().length} x ${first?.model.trim() ?? 'unknown CPU'}, ${memory}, Linux ${release()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(2)}`;
};
