import { z } from 'zod'

export const FieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The body of every error answer; `error` and `message` hold the same sentence. */
export const ErrorJson = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.array(FieldError).optional(),
})
export type ErrorJson = z.infer<typeof ErrorJson>

/** Converts a refused value into field errors; the sentences stand in the schemas. */
export function toFieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}
