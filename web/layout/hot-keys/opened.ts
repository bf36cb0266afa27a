import { createStore } from '../../store.ts'

/** What a key, or a screen, has opened over every screen. */
type Opened = 'palette' | 'settings' | 'help' | null

export const opened = createStore<Opened>(null)

/** Opens the palette with the settings alone: where there are no keys it is the way to it. */
export function findSetting(): void {
  opened.set('settings')
}
