import { type WorldName, worldNames } from '../../simulator/world/presets.ts'
import { wrongUsage } from '../terminal/outcome.ts'

/** For `--world`: a world's name, and a seed where it draws at random. */
export const WORLD_HELP =
  'como o WhatsApp simulado age: gentle aceita tudo, real é como o de verdade (padrão), hostile ' +
  'restringe e falha ao acaso (hostile:7 repete o acaso de número 7)'

export type ChosenWorld = { readonly world?: WorldName; readonly worldSeed?: number }

/** @throws wrong usage for a name that is no world's */
export function readWorld(text: string | undefined): ChosenWorld {
  if (text === undefined) return {}
  const [, name, seed] = /^([a-z]+)(?::(\d{1,9}))?$/.exec(text) ?? []
  const world = worldNames.find((it) => it === name)
  if (!world) throw wrongUsage(`Valor inválido em --world: "${text}". Use gentle, real ou hostile.`)
  return { world, ...(seed !== undefined && { worldSeed: Number(seed) }) }
}
