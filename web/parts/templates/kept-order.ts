import { ownStorage } from '../../own-storage.ts'
import type { TemplateOrder } from './template-search.ts'

const KEY = 'ordem-dos-modelos'

/** The order that was chosen last in this browser. */
export function keptOrder(): TemplateOrder {
  return orderNamed(ownStorage.read(KEY))
}

export function keepOrder(order: TemplateOrder): void {
  ownStorage.keep(KEY, order)
}

/** The first order where none is called so. */
export function orderNamed(key: string | null): TemplateOrder {
  return key === 'alterados' || key === 'nome' ? key : 'usados'
}
