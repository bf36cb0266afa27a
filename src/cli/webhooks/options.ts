import type { CommonOptions } from '../run.ts'

/** Options of the commands about webhooks. */
export type ListOptions = CommonOptions & { readonly deliveries?: string }
export type AddOptions = CommonOptions & { readonly events?: string; readonly secret?: string }
export type EditOptions = CommonOptions & {
  readonly url?: string
  readonly events?: string
  readonly enable?: boolean
  readonly disable?: boolean
  readonly newSecret?: boolean
}
export type RemoveOptions = CommonOptions & { readonly yes?: boolean }
export type TestOptions = CommonOptions & { readonly event: string }
