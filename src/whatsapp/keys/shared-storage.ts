import hooks, { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

type Values = ReadonlyMap<SharedStorage<unknown>, unknown>

/** The one storage that Node knows of. */
const shared = new AsyncLocalStorage<Values>()

/**
 * An AsyncLocalStorage that costs nothing to have many of. Up to Node 22 every promise copies one
 * entry for each storage that was ever used, and none of these is ever given up: here all of them
 * are entries of one.
 */
export class SharedStorage<T> extends AsyncLocalStorage<T> {
  override getStore(): T | undefined {
    // A storage's entries are its own: only `run` and `enterWith` set them, with its type.
    return shared.getStore()?.get(this) as T | undefined
  }

  override run<R, A extends unknown[]>(store: T, work: (...args: A) => R, ...args: A): R {
    return shared.run(this.#with(store), work, ...args)
  }

  override enterWith(store: T): void {
    shared.enterWith(this.#with(store))
  }

  override exit<R, A extends unknown[]>(work: (...args: A) => R, ...args: A): R {
    return shared.run(this.#with(undefined), work, ...args)
  }

  override disable(): void {
    shared.enterWith(this.#with(undefined))
  }

  #with(store: T | undefined): Values {
    return new Map(shared.getStore()).set(this, store)
  }
}

/**
 * Makes every AsyncLocalStorage from now on a shared one. Baileys has one for each connection, a new
 * one after each reconnection: with a hundred devices a third of a host's time went into copying.
 */
export function installSharedStorage(): void {
  // From Node 22 on it is a getter, which nothing can be assigned to.
  const value = { value: SharedStorage, writable: true, enumerable: true, configurable: true }
  Object.defineProperty(hooks, 'AsyncLocalStorage', value)
  syncBuiltinESMExports()
}
