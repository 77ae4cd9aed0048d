import fc from 'fast-check';

/** What properties draw their inputs from where nobody asks for others: a change is judged by the same inputs each time. */
const USUAL_SEED = 1;

const { PROPERTY_SEED: asked = String(USUAL_SEED) } = process.env;
const { seed: _, ...others } = fc.readConfigureGlobal();

// Without a seed fast-check takes a new one, and tells which where a property fails.
fc.configureGlobal(asked === 'random' ? others : { ...others, seed: Number.parseInt(asked, 10) });
