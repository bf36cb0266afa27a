import { CallError } from '../../../api/calls/call-error.ts'

/** The server refuses a wrong password as a whole: it belongs beside its field. */
export function atPassword(error: unknown, path: string): unknown {
  if (!(error instanceof CallError) || error.code !== 'wrong_password') return error
  const { message, status, code } = error
  return new CallError(message, { status, code, details: [{ path, message }] })
}
