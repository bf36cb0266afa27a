import { useEffect, useState } from 'react'
import { ownStorage } from '../../../own-storage.ts'

/** How lists stand: a card each, or a line each. */
export type ShownForm = 'cards' | 'table'

const KEY = 'disparo.listas.forma'
/** From so many lists on they are lines where nobody has chosen otherwise. */
const MANY = 13

/** The form that was chosen in this browser, else the one that suits so many lists. */
export function useShownForm(
  /** Undefined until it is known, and while some are looked for. */
  count: number | undefined,
) {
  const [kept, setKept] = useState(() => read())
  const suited = count === undefined ? kept.suited : count >= MANY ? 'table' : 'cards'
  useEffect(() => {
    // Remembered for the next visit, whose shapes stand before the lists are counted.
    if (suited === kept.suited) return
    setKept((last) => stored({ ...last, suited }))
  }, [suited, kept.suited])
  return {
    form: kept.chosen ?? suited,
    setForm: (chosen: ShownForm) => setKept((last) => stored({ ...last, chosen })),
  }
}

type Kept = { readonly chosen: ShownForm | null; readonly suited: ShownForm }

function stored(kept: Kept): Kept {
  ownStorage.keep(KEY, `${kept.chosen ?? ''}:${kept.suited}`)
  return kept
}

function read(): Kept {
  const [chosen, suited] = (ownStorage.read(KEY) ?? '').split(':').map(formOf)
  return { chosen: chosen ?? null, suited: suited ?? 'cards' }
}

function formOf(text: string): ShownForm | null {
  return text === 'cards' || text === 'table' ? text : null
}
