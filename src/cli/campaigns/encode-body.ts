import { z } from 'zod'
import { toFieldErrors } from '../../contract/error-json.ts'
import { errorCatalogue } from '../../contract/errors.ts'
import { CommandError } from '../terminal/outcome.ts'

/**
 * Writes a body as the call takes it.
 * @throws CommandError `invalid`, as the server would refuse it
 */
export function encodeBody<Body extends z.ZodType>(
  schema: Body,
  value: z.output<Body>,
): z.input<Body> {
  const encoded = z.safeEncode(schema, value)
  if (encoded.success) return encoded.data
  const details = toFieldErrors(encoded.error)
  throw new CommandError(errorCatalogue.invalid.text, { code: 'invalid', details })
}
