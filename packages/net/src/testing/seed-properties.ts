import fc from 'fast-check';

/** Default seed of property tests: each change is tested with the same inputs. */
const DEFAULT_SEED = 1;

const { PROPERTY_SEED: wanted = String(DEFAULT_SEED) } = process.env;
const { seed: _, ...others } = fc.readConfigureGlobal();

// Without a seed fast-check picks a new one and prints it if a property fails.
fc.configureGlobal(wanted === 'random' ? others : { ...others, seed: Number.parseInt(wanted, 10) });
