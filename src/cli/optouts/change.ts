import { z } from 'zod'
import { optOutApi } from '../../contract/api/opt-out-api.ts'
import { formatPhone } from '../../contract/display.ts'
import { type OptOut, OptOutJson } from '../../contract/optouts/opt-out.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'

export type AddOptions = CommonOptions & {
  readonly name?: string
  readonly reason?: string
  readonly ddd?: string
}
export type RemoveOptions = CommonOptions & { readonly yes?: boolean }

export async function addOptOut(
  context: Context,
  phone: string,
  { name, reason, ddd }: AddOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const names = { phone: '<telefone>', nome: '--name', reason: '--reason', ddd: '--ddd' }
  const body = { phone, nome: name, reason, ddd }
  const added = await namingOptions(names, () => client.call(optOutApi.addOptOut, { body }))
  context.terminal.answer(
    z.encode(OptOutJson, added),
    () => `${personOf(added)} não recebe mais campanhas.`,
  )
  return ExitCode.done
}

export async function removeOptOut(
  context: Context,
  phone: string,
  options: RemoveOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const question = `Voltar a enviar campanhas para ${shown(phone)}?`
  if (!(await confirmed(context, question, options))) {
    context.terminal.answer({ phone, removed: false }, () => 'Nada foi mudado.')
    return ExitCode.failed
  }
  await client.call(optOutApi.removeOptOut, { params: { phone } })
  context.terminal.answer(
    { phone, removed: true },
    () => `${shown(phone)} volta a receber campanhas.`,
  )
  return ExitCode.done
}

/** The phone, or the other name of somebody whose phone WhatsApp hides. */
export function personOf({ phone, lid }: Pick<OptOut, 'phone' | 'lid'>): string {
  return phone === null ? (lid ?? '–') : formatPhone(phone)
}

function shown(written: string): string {
  const parsed = parsePhone(written)
  return parsed.ok ? formatPhone(parsed.phone) : written
}
