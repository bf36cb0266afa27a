import { z } from 'zod'
import { peopleApi } from '../../contract/api/people-api.ts'
import { sendStateLabel } from '../../contract/campaigns/send.ts'
import { formatPhone } from '../../contract/display.ts'
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts'
import { optOutSourceLabels } from '../../contract/optouts/opt-out.ts'
import {
  type Person,
  PersonJson,
  type PersonSend,
  PersonSendsJson,
} from '../../contract/people/person.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Messages that the table shows; the JSON has more. */
const SENDS_SHOWN = 50

export async function showContact(
  context: Context,
  phone: string,
  { json }: CommonOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const params = { phone }
  const names = { phone: '<telefone>' }
  const person = await namingOptions(names, () => client.call(peopleApi.showPerson, { params }))
  const query = { limit: json ? PAGE_LIMIT_MAX : SENDS_SHOWN }
  const sends = await client.call(peopleApi.listPersonSends, { params, query })
  context.terminal.answer(
    { ...z.encode(PersonJson, person), envios: z.encode(PersonSendsJson, sends) },
    () =>
      [
        ...describePerson(person),
        '',
        describeSends(context.terminal, sends),
        ...(sends.length === SENDS_SHOWN ? ['… pode haver mais. Todas: acrescente --json'] : []),
      ].join('\n'),
  )
  return ExitCode.done
}

function describePerson({
  phone,
  lid,
  name,
  optOut,
  lists,
  isIncomplete,
}: Person): readonly string[] {
  const left = optOut && [
    `Não recebe campanhas desde ${formatTime(optOut.createdAt)}`,
    optOutSourceLabels[optOut.source],
    ...(optOut.reason ? [optOut.reason] : []),
  ]
  return [
    [name, phone === null ? (lid ?? '') : formatPhone(phone)].filter(Boolean).join(' · '),
    ...(left ? [left.join(' · ')] : []),
    ...(lists.length > 0 ? [`Listas: ${lists.map((list) => list.name).join(', ')}`] : []),
    ...(isIncomplete ? ['O histórico está sendo remontado: pode faltar alguma mensagem.'] : []),
  ]
}

function describeSends(terminal: Terminal, sends: readonly PersonSend[]): string {
  if (sends.length === 0) return 'Nenhuma campanha enviou mensagem a esta pessoa.'
  return formatTable(terminal, sends, [
    {
      header: 'Campanha',
      value: ({ campaign }) => `${campaign.id} ${campaign.name}`,
      shrinksTo: 16,
    },
    { header: 'Data de envio', value: ({ sentAt }) => formatTime(sentAt), dropRank: 3 },
    { header: 'Status', value: sendStateLabel },
    { header: 'Mensagem', value: ({ text }) => oneLine(text), shrinksTo: 20, dropRank: 2 },
    ...(sends.some(({ errorText }) => errorText !== null)
      ? [{ header: 'Erro', value: ({ errorText }: PersonSend) => errorText ?? '', shrinksTo: 20 }]
      : []),
    ...(sends.some(({ repliedAt }) => repliedAt !== null)
      ? [{ header: 'Resposta', value: replyOf, shrinksTo: 16, dropRank: 1 }]
      : []),
  ])
}

function replyOf({ repliedAt, replyText }: PersonSend): string {
  return oneLine(replyText || (repliedAt === null ? '' : 'Respondeu'))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
