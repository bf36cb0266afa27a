import { type Command, InvalidArgumentError } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, keyOption, withExamples } from '../terminal/portuguese.ts'
import { parseOutput } from '../terminal/save-stream.ts'
import { declareChanging } from './changing.ts'
import type { CreateOptions } from './create.ts'
import type { CampaignAction, DeleteOptions } from './end.ts'
import { declareFromResults } from './from-results.ts'
import type { ListOptions } from './list.ts'
import { withAttachment } from './options/attach-options.ts'
import { withAudience } from './options/audience-options.ts'
import { withPace } from './options/pace-options.ts'
import { textOptions } from './options/text-options.ts'
import { parseVariantNumber, withVariants } from './options/variant-options.ts'
import type { ReportOptions } from './report.ts'
import type { SendsOptions } from './sends.ts'
import type { ShowOptions } from './show.ts'
import type { StartOptions } from './start.ts'
import { declareTrying } from './trying.ts'

const watchOption = ['--watch', 'acompanha até terminar'] as const
const exitStatusOption = [
  '--exit-status',
  'com --watch, termina com 1 também se alguém não recebeu',
] as const

/** `campaigns list|show|preview|test|create|edit|cancel|start|pause|resume|stop|followup|retry|delete|sends|report`. */
export function declareCampaigns(program: Command): void {
  const campaigns = program.command('campaigns').description('campanhas e seus resultados')
  declareReading(campaigns)
  declareTrying(campaigns)
  declareCreate(campaigns)
  declareChanging(campaigns)
  declareStart(campaigns)
  declareActions(campaigns)
  declareFromResults(campaigns)
  declareDelete(campaigns)
}

function declareReading(campaigns: Command): void {
  const list = campaigns
    .command('list')
    .description('mostra as campanhas, da mais nova para a mais antiga')
    .option('--status <status>', 'só com este status, como running ou scheduled,draft')
    .option('--limit <n>', 'só as mais novas, até este número', parseLimit)
    .option(...jsonOption)
    .action((options: ListOptions) =>
      run(options, async (context) => (await import('./list.ts')).listCampaigns(context, options)),
    )
  withExamples(list, [
    'disparo campaigns list',
    'disparo campaigns list --status running --fields id,name,enviados',
    'disparo campaigns list --limit 1 --json | jq -r ".[0].id"',
  ])

  const show = campaigns
    .command('show <id>')
    .description('mostra uma campanha')
    .option(...watchOption)
    .option(...exitStatusOption)
    .option(...jsonOption)
    .action((id: string, options: ShowOptions) =>
      run(options, async (context) => {
        const { showCampaign } = await import('./show.ts')
        return showCampaign(context, id, options)
      }),
    )
  withExamples(show, ['disparo campaigns show ID', 'disparo campaigns show ID --watch'])

  const sends = campaigns
    .command('sends <id>')
    .description('mostra o resultado de cada destinatário')
    .option('--csv', 'todos os resultados em CSV, para programas')
    .option('--excel', 'todos os resultados em CSV para o Excel, com hora de Brasília')
    .option(
      '--status <status>',
      'só success, error, read ou sending; sent, delivered, replied: quem chegou lá',
    )
    .option('--variant-number <n>', 'só quem recebeu este dos textos', parseVariantNumber)
    .option(
      '-o, --output <arquivo>',
      'grava em um arquivo ou pasta (com --csv ou --excel)',
      parseOutput,
    )
    .option(...jsonOption)
    .action((id: string, options: SendsOptions) =>
      run(options, async (context) => {
        const { showSends } = await import('./sends.ts')
        return showSends(context, id, options)
      }),
    )
  withExamples(sends, [
    'disparo campaigns sends ID',
    'disparo campaigns sends ID --csv -o resultado.csv',
    'disparo campaigns sends ID --excel -o resultado.csv',
    'disparo campaigns sends ID --status replied',
  ])
  declareReport(campaigns)
}

function declareReport(campaigns: Command): void {
  const report = campaigns
    .command('report <id>')
    .description('escreve os resultados como página HTML para imprimir')
    .option('-o, --output <arquivo>', 'grava em um arquivo ou pasta', parseOutput)
    .option(...jsonOption)
    .action((id: string, options: ReportOptions) =>
      run(options, async (context) => {
        const { saveReport } = await import('./report.ts')
        return saveReport(context, id, options)
      }),
    )
  withExamples(report, ['disparo campaigns report ID -o relatorio.html'])
}

function declareCreate(campaigns: Command): void {
  const create = campaigns
    .command('create')
    .description('cria uma campanha; no terminal, pergunta o que faltar')
    .option('--name <nome>', 'nome da campanha')
    .option('--device <conexão>', 'id ou nome da conexão de WhatsApp')
  withPace(withAttachment(withVariants(withAudience(create))))
    .option(...textOptions.text)
    .option(...textOptions.file)
    .option('--template <modelo>', 'usa o texto de um modelo guardado, pelo nome ou id')
    .option('--opt-out-footer', 'acrescenta "Para não receber mais, responda SAIR."')
    .option('--no-opt-out-footer', 'não o acrescenta, mesmo que seja o seu padrão')
    .option('--image <arquivo>', 'imagem JPEG, PNG, WebP ou GIF de até 5 MB')
    .option('--at <data>', 'agenda: 2026-11-21T10:00:00-03:00 ou "21/11/2026 10:00"')
    .option('--now', 'começa agora (o padrão fora do terminal)')
    .option('--draft', 'guarda como rascunho; com --at, guarda também a hora')
    .option('--dry-run', 'diz o que aconteceria; nada é criado nem enviado')
    .option(...watchOption)
    .option(...exitStatusOption)
    .option(...keyOption)
    .option(...jsonOption)
    .action((options: CreateOptions) =>
      run(options, async (context) => {
        const { createCampaign } = await import('./create.ts')
        return createCampaign(context, options)
      }),
    )
  withExamples(create, [
    'disparo campaigns create',
    'disparo campaigns create --name Promoção --device 5561999990000 --list Clientes \\',
    '  --text "Olá, {primeiro_nome}!" --image oferta.jpg --now --watch',
    'disparo campaigns create --name Tabela --device 5561999990000 --list Clientes \\',
    '  --text "Segue a tabela." --attach tabela.pdf --attach-name "Tabela 2026" --now',
    'disparo campaigns create --name Aviso --device 5561999990000 --list Pais --text "Olá!" \\',
    '  --variant "Bom dia, {nome}!" --delay 60 --jitter 30 --window "seg-sex 08:00-12:00" --window "sab 09:00-12:00"',
  ])
}

const actions: readonly (readonly [CampaignAction, description: string])[] = [
  ['pause', 'pausa uma campanha em andamento: o resto espera'],
  ['resume', 'continua uma campanha pausada'],
  ['stop', 'para uma campanha em andamento: nada novo é enviado'],
]

function declareActions(campaigns: Command): void {
  for (const [action, description] of actions) {
    const command = campaigns
      .command(`${action} <id>`)
      .description(description)
      .option(...jsonOption)
      .action((id: string, options: CommonOptions) =>
        run(options, async (context) => {
          const { actOnCampaign } = await import('./end.ts')
          return actOnCampaign(context, id, action)
        }),
      )
    withExamples(command, [`disparo campaigns ${action} ID`])
  }
}

function declareStart(campaigns: Command): void {
  const start = campaigns
    .command('start <id>')
    .description('envia um rascunho, ou uma campanha agendada antes da hora dela')
    .option('--at <data>', 'agenda em vez de enviar já: "21/11/2026 10:00"')
    .option(...watchOption)
    .option(...exitStatusOption)
    .option(...jsonOption)
    .action((id: string, options: StartOptions) =>
      run(options, async (context) => {
        const { startCampaign } = await import('./start.ts')
        return startCampaign(context, id, options)
      }),
    )
  withExamples(start, [
    'disparo campaigns start ID --watch',
    'disparo campaigns start ID --at "21/11/2026 10:00"',
  ])
}

function declareDelete(campaigns: Command): void {
  const remove = campaigns
    .command('delete <id>')
    .description('exclui uma campanha; uma em andamento é parada antes')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((id: string, options: DeleteOptions) =>
      run(options, async (context) => {
        const { deleteCampaign } = await import('./end.ts')
        return deleteCampaign(context, id, options)
      }),
    )
  withExamples(remove, ['disparo campaigns delete ID'])
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1) return limit
  throw new InvalidArgumentError('Informe um número inteiro, 1 ou mais.')
}
