/** How one browser shows the console: its person's choice, or the system's. */

/** Key in the browser's storage; the page's document reads it before anything is drawn. */
export const APPEARANCE_KEY = 'disparo.aparencia'
/** Name of the event in the page that says the stored choice was changed. */
export const APPEARANCE_EVENT = 'disparo.aparencia'

export const themes = ['sistema', 'claro', 'escuro'] as const
export type Theme = (typeof themes)[number]

export const textSizes = ['normal', 'grande', 'maior'] as const
export type TextSize = (typeof textSizes)[number]
