import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFullScale } from '../scale.ts'
import { tellPassed, withoutPassed } from './passed-kinds.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * Checks that axe has no serious or critical finding, and that nothing hangs over the edge of the
 * page. A finding that goes by itself, while something loads, is looked at again. Axe judges only
 * kinds of elements that it has not passed before: for the whole page it takes longer than the page
 * itself.
 */
export async function expectAccessible(page: Page): Promise<void> {
  let judged = await newKinds(page)
  if (isFullScale || judged.length > 0) {
    let listed: string[] | undefined = judged
    const look = async () => {
      const { findings, stayed } = await judge(page, listed ?? (await newKinds(page)))
      listed = undefined
      judged = stayed
      return findings
    }
    await expect.poll(look, { interval: 500 }).toEqual([])
    tellPassed(judged)
  }
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBeLessThanOrEqual(0)
}

/** Whether the page shows anything that axe has not passed in this run. */
export async function showsNewKinds(page: Page): Promise<boolean> {
  return (await newKinds(page)).length > 0
}

async function newKinds(page: Page): Promise<string[]> {
  return withoutPassed(await page.evaluate(kindsOfShown))
}

/** Judges the kinds that show for the first time; at full scale, everything. */
export async function graveFindings(page: Page): Promise<string[]> {
  return (await judge(page, await newKinds(page))).findings
}

/**
 * What axe finds in elements of these kinds, which `kindsOfShown` has found on the page; at full scale,
 * in everything. `stayed`: the kinds that were there until axe had looked.
 */
async function judge(page: Page, kinds: readonly string[]) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  // Passed rules are not needed, and take longer to transfer than to find.
  const { violations, stayed } = await page.evaluate(askAxe, isFullScale ? null : kinds)
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  return { findings, stayed }
}

type Judged = { readonly violations: AxeResults['violations']; readonly stayed: string[] }

/**
 * Asks axe about the elements of these kinds and what they hold; null: about all, by the rules that
 * say nothing grave, too. Its only grave rule about the page as a whole (`bypass`) never says more
 * than that somebody should look. Runs in the page.
 */
async function askAxe(kinds: readonly string[] | null): Promise<Judged> {
  const { axe, kindOf }: { axe: AxeWithRules; kindOf: Map<Element, string> } = Object(globalThis)
  const only = { resultTypes: ['violations' as const] }
  if (kinds === null) return { violations: (await axe.run(only)).violations, stayed: [] }
  const light = axe._audit.rules.filter(({ impact }) => /minor|moderate/.test(impact))
  const rules = Object.fromEntries(light.map(({ id }) => [id, { enabled: false }]))
  const wanted = new Set(kinds)
  const isWanted = (element: Element | null) => wanted.has((element && kindOf.get(element)) ?? '')
  const include = [...kindOf.keys()].filter(
    (element) => element.isConnected && isWanted(element) && !isWanted(element.parentElement),
  )
  const violations =
    include.length === 0 ? [] : (await axe.run({ include }, { ...only, rules })).violations
  const staying = [...kindOf].filter(
    ([element, kind]) => wanted.has(kind) && element.checkVisibility({ visibilityProperty: true }),
  )
  return { violations, stayed: [...new Set(staying.map(([, kind]) => kind))] }
}

/** Axe does not publish how grave the findings of each rule are. */
type AxeWithRules = typeof Axe & {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string }[] }
}

/**
 * Names the kind of each visible element: all that axe would judge it by, such as its role, its
 * ancestors, its name and what names it, its colours, whether its letters are large, and whether it
 * must be scrolled. Numbers and words of its text make no difference; nor does what covers it from
 * elsewhere, which full scale looks at. Runs in the page, and leaves there which element has which
 * kind.
 */
function kindsOfShown(): string[] {
  const references = /^(?:for|aria-(?:labelledby|describedby|controls|owns|activedescendant))$/
  const wordless = /^(?:href|src|srcset|style|value|d)$/
  const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'
  const isText = (text: string | null | undefined) => (text ?? '').trim() !== ''
  const shown = [...document.querySelectorAll('*')].filter(
    (element) =>
      (element.tagName === 'svg' || element.closest('svg') === null) &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  const named = new Set<Element>()
  for (const element of shown.toReversed()) {
    if (element.getAttribute('aria-hidden') === 'true') continue
    const isNamed =
      named.has(element) ||
      hasText(element) ||
      ['aria-label', 'alt', 'title'].some((name) => isText(element.getAttribute(name))) ||
      isText(element.querySelector(':scope > title')?.textContent)
    if (isNamed) named.add(element)
    if (isNamed && element.parentElement) named.add(element.parentElement)
  }
  const kinds = new Map<Element, string>()
  for (const element of shown) {
    const look = getComputedStyle(element)
    const size = Number.parseFloat(look.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(look.fontWeight) >= 700)
    const isScrolled =
      /auto|scroll/.test(look.overflowX + look.overflowY) &&
      (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
    const own = [
      ...[element.tagName, ...[...element.attributes].map(wordOf).sort(), hasText(element)],
      ...[named.has(element), labelsOf(element), childrenOf(element), isLarge],
      ...[isScrolled, isScrolled && element.querySelector(focusable) !== null],
      ...[look.color, look.backgroundColor, look.backgroundImage === 'none', look.opacity],
      ...[look.textDecorationLine, look.textShadow],
      ...[element === document.documentElement && isText(document.title)],
    ].join(' ')
    kinds.set(element, hash(`${kinds.get(element.parentElement ?? element) ?? ''} ${own}`))
  }
  Reflect.set(globalThis, 'kindOf', kinds)
  return [...new Set(kinds.values())]

  function hasText(element: Element): boolean {
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && isText(node.textContent),
    )
  }

  function wordOf({ name, value }: Attr): string {
    if (name === 'id') {
      return `id ${document.querySelectorAll(`[id=${CSS.escape(value)}]`).length > 1}`
    }
    if (name === 'tabindex') return `tabindex ${Math.sign(Number(value))}`
    if (wordless.test(name)) return `${name} ${value === ''}`
    if (!references.test(name)) return `${name}=${value.replace(/\d+/g, '0')}`
    const targets = value.split(/\s+/).map((id) => document.getElementById(id))
    return `${name} ${targets.map((target) => target && isText(target.textContent))}`
  }

  function labelsOf(element: Element): string {
    const labels = 'labels' in element && element.labels instanceof NodeList ? element.labels : []
    return [...labels].map(({ textContent }) => isText(textContent)).join()
  }

  /** The children of an element that must hold certain ones. */
  function childrenOf(element: Element): string {
    if (!element.matches('[role], dl, ul, ol')) return ''
    const names = [...element.children].map(
      (child) => `${child.tagName}:${child.getAttribute('role') ?? ''}`,
    )
    return [...new Set(names)].sort().join()
  }

  /** FNV-1a, twice, from two beginnings. */
  function hash(text: string): string {
    let [one, other] = [0x811c9dc5, 0x01000193]
    for (let place = 0; place < text.length; place += 1) {
      one = Math.imul(one ^ text.charCodeAt(place), 0x01000193)
      other = Math.imul(other ^ text.charCodeAt(place), 0x85ebca6b)
    }
    return `${one}.${other}`
  }
}
