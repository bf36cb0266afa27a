import type { Command } from 'commander'
import { run } from '../run.ts'
import { jsonOption, keyOption, withExamples } from '../terminal/portuguese.ts'
import type { FollowupOptions, RetryOptions } from './followup.ts'
import { textOptions } from './options/text-options.ts'

/** `campaigns followup|retry`: new drafts from what came of a campaign. */
export function declareFromResults(campaigns: Command): void {
  const followup = campaigns
    .command('followup <id>')
    .description('faz um rascunho para uma parte das pessoas de uma campanha')
    .option(
      '--to <público>',
      'erros, nao_enviados, nao_entregues, nao_lidos, sem_resposta ou responderam',
    )
    .option('--name <nome>', 'nome da campanha nova')
    .option('--text <texto>', 'outra mensagem (padrão: a mesma)')
    .option(...textOptions.file)
    .option('--include <códigos...>', 'inclui também estes erros, por exemplo sem_confirmacao')
    .option('--list-only', 'faz só a lista de contatos')
    .option(...keyOption)
    .option(...jsonOption)
    .action((id: string, options: FollowupOptions) =>
      run(options, async (context) =>
        (await import('./followup.ts')).followUp(context, id, options),
      ),
    )
  withExamples(followup, [
    'disparo campaigns followup ID --to nao_lidos --text "Oi, {nome}! Viu a mensagem?"',
    'disparo campaigns followup ID --to responderam --list-only',
  ])

  const retry = campaigns
    .command('retry <id>')
    .description('faz um rascunho para quem deu erro')
    .option('--unsent', 'para quem a campanha não chegou a tentar')
    .option(...keyOption)
    .option(...jsonOption)
    .action((id: string, options: RetryOptions) =>
      run(options, async (context) =>
        (await import('./followup.ts')).retryCampaign(context, id, options),
      ),
    )
  withExamples(retry, ['disparo campaigns retry ID', 'disparo campaigns retry ID --unsent'])
}
