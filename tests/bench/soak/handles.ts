import { readdirSync, readlinkSync } from 'node:fs'
import { basename, relative, sep } from 'node:path'

/**
 * Open handles of a process, counted by kind: `sends/n.n.ndjson`, `messages/…/index.ndjson`,
 * `socket`.
 */
export function openHandles(pid: number, dataDir: string): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>()
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    const target = targetOf(`/proc/${pid}/fd/${fd}`)
    if (target === undefined) continue
    const kind = kindOf(target, dataDir)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

/** The kinds whose number has changed, those that grew most first. */
export function handleChanges(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly (readonly [kind: string, difference: number])[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((kind) => [kind, (after.get(kind) ?? 0) - (before.get(kind) ?? 0)] as const)
    .filter(([, difference]) => difference !== 0)
    .sort(([, one], [, other]) => other - one)
}

/** `socket:[123]`, or a path. A handle may be closed while it is looked at. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function kindOf(target: string, dataDir: string): string {
  if (!target.startsWith(`${dataDir}${sep}`)) return target.replace(/:\[\d+\]$/, '')
  const [folder = '', ...rest] = relative(dataDir, target).split(sep)
  const name = basename(target).replace(/\d+/g, 'n')
  return [folder, ...(rest.length > 1 ? ['…'] : []), ...(rest.length > 0 ? [name] : [])].join('/')
}
