import { formatQuantity } from '../../contract/display.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { getList, type ListChoice, listLists, sameName } from '../terminal/choose.ts'
import { wrongUsage } from '../terminal/outcome.ts'
import { askChoice } from '../terminal/prompt.ts'

type TargetOptions = {
  readonly name?: string
  readonly list?: string
  readonly new?: boolean
  readonly idempotencyKey?: string
}

/**
 * The list that an import adds to; undefined: a new one; null: the user chose not to import. A
 * second list of the same name is made only on request: mostly the file was meant for the first
 * one.
 * @throws CommandError wrong usage where the name is taken and there is nobody to ask
 */
export async function chooseTarget(
  context: Context,
  client: Client,
  options: TargetOptions,
): Promise<ListChoice | undefined | null> {
  if (options.list !== undefined) return await getList(client, options.list)
  // A repeated command may find the list that its first run made.
  const isMeant = options.new || options.idempotencyKey !== undefined
  const { name } = options
  if (name === undefined || isMeant) return undefined
  const taken = (await listLists(client)).find((list) => sameName(list.name, name))
  if (!taken) return undefined
  const sentence = `Já existe uma lista "${taken.name}", com ${formatQuantity(taken.total, 'contato', 'contatos')}.`
  if (!context.terminal.isInteractive) {
    throw wrongUsage(
      `${sentence}\nPara acrescentar a ela: --list ${taken.id}. Para criar outra com o mesmo nome: --new.`,
    )
  }
  return await askChoice(context, { message: sentence, flag: '--list ou --new' }, [
    { name: 'Acrescentar a ela', value: taken },
    { name: 'Criar outra com o mesmo nome', value: undefined },
    { name: 'Não importar', value: null },
  ])
}
