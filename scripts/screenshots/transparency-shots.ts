import type { Shot } from './shot.ts';
import type { StagedIssuances } from './transparency-stage.ts';

const path = '/transparency';

/** Issued certificates, watched domains and sources, and one certificate before and after its verdict. */
export const transparencyShots = ({ page: detail }: StagedIssuances): readonly Shot[] => [
  { name: 'transparency', as: 'demo', path },
  { name: 'transparency-none', as: 'empty', path },
  { name: 'transparency-no-match', as: 'demo', path: `${path}?search=nothing`, only: 'wide' },
  { name: 'transparency-domains', as: 'demo', path: `${path}?tab=domains` },
  { name: 'transparency-domains-none', as: 'empty', path: `${path}?tab=domains` },
  { name: 'transparency-sources', as: 'demo', path: `${path}?tab=sources` },
  {
    name: 'transparency-remove',
    as: 'demo',
    path: `${path}?tab=domains`,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'transparency-one', as: 'demo', path: detail },
  {
    name: 'transparency-not-ours',
    as: 'demo',
    path: detail,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Not Ours' }).click();
      await page.getByText('What to do now').waitFor();
    },
    tidy: async (page) => {
      await page.getByRole('button', { name: 'Take Back Verdict' }).click();
      await page.getByRole('button', { name: 'Not Ours' }).waitFor();
    },
  },
];
