const SUBNETS = 2048;

/**
 * Options for a Docker network of this process: addresses of the range for benchmarks (RFC 2544), which no network of a machine has. Daemons
 * that start at the same time would choose the same ones, since each sees only networks that are there.
 */
export const testSubnet = (): string[] => {
  const index = process.pid % SUBNETS;
  const start = `198.${18 + (index >> 10)}.${(index >> 2) & 255}`;
  const first = (index & 3) * 64;
  return ['--subnet', `${start}.${first}/26`, '--gateway', `${start}.${first + 1}`];
};
