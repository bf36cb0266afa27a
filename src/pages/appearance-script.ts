import { APPEARANCE_EVENT, APPEARANCE_KEY } from '../contract/appearance.ts'

/**
 * Shows the console in the theme and text size that its reader chose, before anything is drawn: a
 * script that comes later would let the other theme flash up. Style sheets and colours of the
 * browser's frame are bound to the system's theme by media queries, which are set to hold, or not
 * to. The content policy allows exactly this text by its hash.
 */
export const appearanceScript = `(() => {
  const root = document.documentElement
  const own = new WeakMap()
  const themed = /prefers-color-scheme: ?(light|dark)/
  const names = { claro: 'light', escuro: 'dark' }
  const read = () => {
    try { return JSON.parse(localStorage.getItem('${APPEARANCE_KEY}')) || {} } catch { return {} }
  }
  const holders = () => {
    const rules = [...document.styleSheets].flatMap((sheet) => {
      try { return [...sheet.cssRules] } catch { return [] }
    })
    const medias = rules.filter((rule) => rule.media && rule.cssRules)
    return [...medias, ...document.querySelectorAll('meta[name="theme-color"]')]
  }
  const textOf = (holder) => holder.media.mediaText ?? holder.media
  const write = (holder, text) => {
    if (typeof holder.media === 'string') holder.media = text
    else holder.media.mediaText = text
  }
  // What was just chosen comes with its event: the browser may keep nothing.
  const apply = (event) => {
    const { tema, texto } = event?.detail ?? read()
    const theme = names[tema]
    root.dataset.theme = theme ?? ''
    root.dataset.text = texto ?? ''
    for (const holder of holders()) {
      const text = own.get(holder) ?? textOf(holder)
      const [, of] = themed.exec(text) ?? []
      if (!of) continue
      own.set(holder, text)
      write(holder, theme ? (theme === of ? 'all' : 'not all') : text)
    }
  }
  apply()
  addEventListener('${APPEARANCE_EVENT}', apply)
  addEventListener('storage', apply)
})()
`
