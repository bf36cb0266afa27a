import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible, graveFindings, showsNewKinds } from '../support/browser/accessible.ts'
import { chromiumPath, launchChromium, shortLived } from '../support/runner/chromium.ts'
import { isFullScale } from '../support/scale.ts'

const sound = {
  title: 'Página',
  button: '<button><svg aria-hidden="true"></svg><span>Apagar</span></button>',
  field: '<label for="name">Nome</label><input id="name">',
  group: '<h2 id="group">Grupo 1</h2><div role="group" aria-labelledby="group"><p>Um</p></div>',
  tab: '<div tabindex="0">Um</div>',
  list: '<div role="list"><div role="listitem">Um</div></div>',
  scrolled:
    '<div style="height:20px; overflow:auto"><p style="height:90px">Um <button>Dois</button></p></div>',
  link: '<p>Leia <a href="/a">isto</a> antes.</p>',
}

type Parts = typeof sound

/**
 * Changes to the page that axe has passed, each with the axe rule that it breaks gravely, if any.
 */
const others: readonly [string, Partial<Parts>, string?][] = [
  ['a page without a title', { title: '' }, 'document-title'],
  [
    'a button without its word',
    { button: '<button><svg aria-hidden="true"></svg></button>' },
    'button-name',
  ],
  [
    'a button whose word is for the eye alone',
    {
      button:
        '<button><svg aria-hidden="true"></svg><span aria-hidden="true">Apagar</span></button>',
    },
    'button-name',
  ],
  ['a label of nothing', { field: '<label for="nome">Nome</label><input id="name">' }, 'label'],
  ['a field without a label', { field: '<input id="name">' }, 'label'],
  ['a name that is not there', { group: sound.group.replace('id="group"', 'id="gone"') }],
  ['an id twice', { group: `${sound.group}<h2 id="group">Grupo 1</h2>` }],
  ['an order of its own', { tab: '<div tabindex="3">Um</div>' }, 'tabindex'],
  ['an empty list', { list: '<div role="list"></div>' }],
  [
    'what only a mouse can scroll',
    {
      scrolled: '<div style="height:20px; overflow:auto"><p style="height:90px">Um</p></div>',
    },
    'scrollable-region-focusable',
  ],
  [
    'a link that looks like the words around it',
    {
      link: '<style>a { text-decoration: none }</style><p>Leia <a href="/a">isto</a> antes.</p>',
    },
    'link-in-text-block',
  ],
]

// At full scale axe checks every page, so no passed kinds are remembered.
describe.skipIf(chromiumPath === null || isFullScale)('what axe has passed', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launchChromium(shortLived)
    page = await browser.newPage()
  })
  beforeEach(async () => {
    await show({})
    await expectAccessible(page)
  })
  afterAll(() => browser?.close())

  test('is known again, with other words and numbers', async () => {
    await show({
      button: sound.button.replace('Apagar', 'Gravar'),
      group: sound.group.replace('Grupo 1', 'Grupo 2'),
    })
    expect(await showsNewKinds(page)).toBe(false)
  })

  test.each(others)('does not cover %s', async (_, parts, rule) => {
    await show(parts)
    expect(await showsNewKinds(page)).toBe(true)
    const found = (await graveFindings(page)).map((finding) => finding.split(':')[0])
    expect(found).toEqual(rule === undefined ? [] : [rule])
  })

  async function show(parts: Partial<Parts>): Promise<void> {
    const { title, ...all } = { ...sound, ...parts }
    const body = Object.values(all).join('')
    await page.setContent(
      `<!doctype html><html lang="pt-BR"><title>${title}</title><main><h1>Um</h1>${body}</main>`,
    )
  }
})
