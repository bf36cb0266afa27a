import { type Command, Option } from 'commander'
import { CampaignEvent, TEST_EVENT } from '../../contract/webhooks/campaign-event-names.ts'
import { run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { AddOptions, EditOptions, ListOptions, RemoveOptions, TestOptions } from './options.ts'

const eventsOption = [
  '--events <eventos>',
  'eventos separados por vírgula, ou "todos": campanha.iniciada, envio.erro, resposta.recebida…',
] as const

/** `webhooks list|add|edit|remove|test`. */
export function declareWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('endereços que ficam sabendo do que acontece com as campanhas')
  declareListing(webhooks)
  declareChanges(webhooks)
  declareTest(webhooks)
}

function declareListing(webhooks: Command): void {
  const list = webhooks
    .command('list')
    .description('mostra os webhooks, do mais novo para o mais antigo')
    .option('--deliveries <id>', 'mostra as últimas entregas de um webhook')
    .option(...jsonOption)
    .action((options: ListOptions) =>
      run(options, async (context) => (await import('./list.ts')).listWebhooks(context, options)),
    )
  withExamples(list, ['disparo webhooks list'])
}

function declareChanges(webhooks: Command): void {
  const add = webhooks
    .command('add <url>')
    .description('cadastra um webhook e mostra, uma vez só, o segredo das assinaturas')
    .option(...eventsOption)
    .option('--secret <segredo>', 'segredo que começa com whsec_; sem ele, um é sorteado')
    .option(...jsonOption)
    .action((url: string, options: AddOptions) =>
      run(options, async (context) => {
        const { addWebhook } = await import('./change.ts')
        return addWebhook(context, url, options)
      }),
    )
  withExamples(add, [
    'disparo webhooks add https://loja.exemplo.com.br/hook --events resposta.recebida,envio.erro',
  ])

  const edit = webhooks
    .command('edit <id>')
    .description('altera um webhook; o que não for informado fica como está')
    .option('--url <url>', 'outro endereço')
    .option(...eventsOption)
    .option('--enable', 'liga o webhook')
    .option('--disable', 'desliga o webhook sem o excluir')
    .option('--new-secret', 'sorteia outro segredo e o mostra')
    .option(...jsonOption)
    .action((id: string, options: EditOptions) =>
      run(options, async (context) => {
        const { editWebhook } = await import('./change.ts')
        return editWebhook(context, id, options)
      }),
    )
  withExamples(edit, ['disparo webhooks edit webhook_… --disable'])

  const remove = webhooks
    .command('remove <id>')
    .description('exclui um webhook e o que esperava por ele')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((id: string, options: RemoveOptions) =>
      run(options, async (context) => {
        const { removeWebhook } = await import('./change.ts')
        return removeWebhook(context, id, options)
      }),
    )
  withExamples(remove, ['disparo webhooks remove webhook_… --yes'])
}

function declareTest(webhooks: Command): void {
  const test = webhooks
    .command('test <id>')
    .description('envia a amostra de um evento e conta o que o webhook respondeu')
    .addOption(
      new Option('--event <evento>', 'evento da amostra, com os campos de um de verdade')
        .choices([TEST_EVENT, ...Object.values(CampaignEvent)])
        .default(TEST_EVENT),
    )
    .option(...jsonOption)
    .action((id: string, options: TestOptions) =>
      run(options, async (context) => {
        const { testWebhook } = await import('./test.ts')
        return testWebhook(context, id, options)
      }),
    )
  withExamples(test, [
    'disparo webhooks test webhook_…',
    'disparo webhooks test webhook_… --event resposta.recebida',
  ])
}
