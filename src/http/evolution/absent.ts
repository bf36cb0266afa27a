import { AppError } from '../../contract/errors.ts'
import { evolutionStatusOf } from '../../contract/gateways/evolution.ts'
import { phoneJid, withoutPhoneServer } from '../../contract/jid.ts'
import { failureWith } from '../answers/evolution-failure.ts'
import { jsonHeaders } from '../answers/stream.ts'

/** Answers a recipient that is not on WhatsApp like a look-up of the number. */
export async function orAbsent<Reply>(
  number: string,
  send: () => Promise<Reply>,
): Promise<Reply | Response> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_on_whatsapp') throw error
    const jid = phoneJid(withoutPhoneServer(number).replace(/\D/g, ''))
    const { status, body } = failureWith(evolutionStatusOf(error.code), [
      { jid, exists: false, number },
    ])
    return new Response(JSON.stringify(body), { status, headers: jsonHeaders })
  }
}
