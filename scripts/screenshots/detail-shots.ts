import type { Shot } from './shot.ts';

/** Hosts of the demo organization, each for one state of the detail screen. */
const details = {
  valid: 'www',
  'many-names': 'api',
  warning: 'shop',
  critical: 'mail',
  expired: 'legacy',
  unreachable: 'edge-7',
  'self-signed': 'files.int',
  'wrong-host': 'partners',
  'long-chain': 'vault.int',
  'renewal-window': 'cdn',
  'renew-now': 'auth',
} as const;

/** `pathOf` returns the detail page of a host of the demo organization. */
export const detailShots = (pathOf: (name: string) => string): readonly Shot[] => [
  ...Object.entries(details).map(([state, name]) => ({ name: `detail-${state}`, as: 'demo' as const, path: pathOf(name) })),
  {
    name: 'detail-deployment',
    as: 'demo',
    path: pathOf(details.critical),
    prepare: (page) => page.getByText('Renewed, not reloaded').waitFor(),
  },
  {
    name: 'detail-delete-dialog',
    as: 'demo',
    path: pathOf(details.expired),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog', { name: /^Delete / }).waitFor();
    },
  },
  {
    name: 'detail-chain-dialog',
    as: 'demo',
    path: pathOf(details['many-names']),
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Certificate Chain' }).getByRole('button').last().click();
      await page.getByRole('dialog', { name: /^Leaf: / }).waitFor();
    },
  },
  {
    name: 'detail-choosing-entries',
    as: 'demo',
    path: pathOf(details['many-names']),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Compare' }).click();
      await page
        .getByRole('checkbox', { name: /^Compare / })
        .first()
        .check();
    },
  },
  {
    name: 'detail-comparison',
    as: 'demo',
    path: pathOf(details['many-names']),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Compare' }).click();
      for (const index of [0, 1]) {
        await page
          .getByRole('checkbox', { name: /^Compare / })
          .nth(index)
          .click();
      }
      await page
        .getByRole('dialog')
        .getByText(/differ|is not stored/)
        .waitFor();
    },
  },
];
