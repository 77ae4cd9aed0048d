import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../testing/journey.ts';
import { findLayoutFaults } from '../testing/layout-faults.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 400, height: 600 } });
});
afterAll(() => browser?.close());

const faultsOf = async (body: string): Promise<readonly string[]> => {
  await page.setContent(`<!doctype html><style>* { font: 14px/20px sans-serif } body { margin: 0 }</style>${body}`);
  return findLayoutFaults(page);
};

describe('the layout check finds', () => {
  it.each([
    ['a page that scrolls sideways', '<div style="width: 500px; height: 10px"></div>', 'scrolls sideways: the page by 100 px'],
    [
      'text that its box clips without a sign',
      '<p style="width: 60px; overflow: hidden; white-space: nowrap">Certificates of the team</p>',
      "cut off: text <p> 'Certificates of the team' by text <p> 'Certificates of the team'",
    ],
    [
      'an ellipsis that the items of a flex box do not get',
      '<p style="display: flex; width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Certificates of the team</p>',
      "cut off: text <p> 'Certificates of the team' by text <p> 'Certificates of the team'",
    ],
    [
      'a button that its panel cuts off',
      '<div style="width: 60px; overflow: hidden"><button style="width: 120px">Add</button></div>',
      "cut off: pressable <button> 'Add' by text <div> 'Add'",
    ],
    [
      'a button that leaves the window',
      '<div style="overflow: clip"><button style="position: fixed; left: 380px; width: 60px">Add</button></div>',
      "cut off: pressable <button> 'Add' by the window",
    ],
    ['a button that hangs out of the window', '<button style="position: absolute; left: -9px">Add</button>', "'Add' by the window"],
    ['text that is cut off below', '<div style="height: 12px; overflow: hidden">Add</div>', "cut off: text <div> 'Add'"],
    ['a value that only shows its beginning', '<input readonly value="na_0123456789abcdef0123456789" style="width: 60px">', 'the value of'],
    [
      'a link under a switch',
      '<a href="#plans">Upgrade Plan</a><label style="position: absolute; left: 40px; top: 0; width: 40px; height: 20px"></label>',
      "overlap: pressable <a> 'Upgrade Plan' and pressable <label>",
    ],
    [
      'words that lie on each other',
      '<span>Expired</span><span style="position: absolute; left: 20px; top: 0">Warning</span>',
      "overlap: text <span> 'Expired' and text <span> 'Warning'",
    ],
    [
      'a word that grew out of its cell',
      '<div style="display: grid; grid-template-columns: 20px 100px; white-space: nowrap"><b>Environment</b><i>Production</i></div>',
      "overlap: text <b> 'Environment' and text <i> 'Production'",
    ],
  ])('%s', async (_name, body, fault) => {
    expect(await faultsOf(body)).toContainEqual(expect.stringContaining(fault));
  });
});

describe('the layout check accepts', () => {
  it.each([
    ['an ellipsis', '<p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Certificates of the team</p>'],
    ['content that scrolls in its own box', '<div style="overflow: auto"><button style="width: 600px">Add</button></div>'],
    [
      'words for readers alone',
      '<p style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap">Filter</p>',
    ],
    ['a menu above the page', '<p>Certificates</p><ul role="menu" style="position: absolute; top: 0"><li role="menuitem">Delete</li></ul>'],
    [
      'a button in the room that its field keeps for it',
      '<div style="position: relative; width: 200px"><input style="box-sizing: border-box; width: 100%; padding: 0 40px 0 8px"><button style="position: absolute; right: 0; top: 0; width: 36px">x</button></div>',
    ],
    ['a label around its box', '<label>Remember me <input type="checkbox"></label>'],
    ['a screen like any other', '<h1>Certificates</h1><p>12 expire soon <a href="#soon">Show them</a></p><button>Add</button>'],
  ])('%s', async (_name, body) => {
    expect(await faultsOf(body)).toEqual([]);
  });
});
