import { z } from 'zod'
import { TEMPLATES_MAX_COUNT } from '#contract/limits.ts'
import { ownStorage } from '../../own-storage.ts'

const Uses = z.array(z.tuple([z.string(), z.number()])).catch([])

/** When this browser's user took each template last, as epoch milliseconds by the template's id. */
export function usesOf(userId: string): ReadonlyMap<string, number> {
  return new Map(Uses.parse(parsed(ownStorage.read(keyOf(userId)))))
}

export function noteUse(userId: string, templateId: string, atMs: number): void {
  const others = [...usesOf(userId)].filter(([id]) => id !== templateId)
  // What is deleted leaves in time: the oldest go.
  const uses = [[templateId, atMs], ...others].slice(0, TEMPLATES_MAX_COUNT)
  ownStorage.keep(keyOf(userId), JSON.stringify(uses))
}

const keyOf = (userId: string) => `modelos-usados:${userId}`

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
