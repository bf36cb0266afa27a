import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/**
 * One call of the HTTP interface, written once: the server binds a handler to it, clients take
 * paths and types from it, and the public API document is made of it.
 */
export type Endpoint = {
  /** The first is the documented one; further ones are accepted for older clients. */
  readonly methods: readonly [Method, ...Method[]]
  /** Path with parameters in braces, as OpenAPI writes it. */
  readonly path: string
  /** One Portuguese line for the API document. */
  readonly summary: string
  readonly tag: string
  /** Calls without a sign-in are the exception and say so. */
  readonly isPublic?: true
  /**
   * Spoken by clients of Evolution API: its key in the header `apikey` may be an instance's own
   * token, and its errors have that product's shape.
   */
  readonly dialect?: 'evolution'
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly rows?: BodyRows
  readonly lists?: BodyLists
  /** Fields of a multipart form; the file itself is streamed. */
  readonly form?: z.ZodType
  /**
   * Name of the multipart field that holds the file. With a `body` too, the call takes either: the
   * body names the file instead.
   */
  readonly fileField?: string
  readonly limitBytes?: number
  /** Accepts an `Idempotency-Key`. */
  readonly isIdempotent?: true
  /** Answers by status; null has no body, a string is the media type of a body that is not JSON. */
  readonly answers: Readonly<Record<number, z.ZodType | string | null>>
  readonly errors: readonly ErrorCode[]
}

/**
 * Rows that may fill a body, as an array or as its JSON text. Many are checked in pieces while the
 * body is read, and the schema is told which have been.
 */
export type BodyRows = {
  readonly field: string
  readonly isRow: (value: unknown) => boolean
  readonly accept: (rows: readonly unknown[]) => void
}

/**
 * Lists that may fill a body, by their field: how long each may be, and the sentence for a longer
 * one. Each element stands for itself, so that the schema may see them in pieces.
 */
export type BodyLists = Readonly<Record<string, { readonly max: number; readonly tooMany: string }>>

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export function endpoint<const E extends Endpoint>(description: E): E {
  return description
}

/** The names inside braces, so that a handler cannot ask for a parameter that is not there. */
export type PathParameters<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameters<Rest> : never

/** Puts values into a path's braces. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  )
}
