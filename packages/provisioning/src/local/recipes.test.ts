import { solutionSlugs, solutions } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { defaultImages } from '../containers/images.ts';
import { containerRecipes, missingRecipes } from './recipes.ts';

const PASSWORD = 'a secret of the test';
const size = { memoryMib: 2048, cpus: 2, diskGib: 10 };

it('has for each solution either a recipe and an image, or a reason', () => {
  for (const slug of solutionSlugs) {
    const isRun = [containerRecipes[slug] !== undefined, defaultImages[slug] !== undefined, missingRecipes[slug] === undefined];
    expect([slug, new Set(isRun).size]).toEqual([slug, 1]);
  }
});

describe.each(Object.values(containerRecipes))('the container of $solution', (recipe) => {
  const { command, environment, files } = recipe.contents({ size, credentials: { user: 'admin', password: PASSWORD }, uid: 999 });

  it('has a port inside for each port of the solution', () => {
    expect(Object.keys(recipe.insidePorts)).toEqual(solutions[recipe.solution].ports.map(({ name }) => name));
  });

  it('shows the password only in files that its user alone reads', () => {
    expect(JSON.stringify([command, environment])).not.toContain(PASSWORD);
    const open = files.filter(({ mode, uid }) => (mode & 0o077) !== 0 || uid === 0);
    expect(open.filter(({ text }) => text.includes(PASSWORD))).toEqual([]);
  });

  it('has the paths of its certificate and key', () => {
    const text = JSON.stringify([command, environment, files.map((file) => file.text)]);
    expect(text).toContain('/etc/notafter/tls/server.crt');
    expect(text).toContain('/etc/notafter/tls/server.key');
  });
});
