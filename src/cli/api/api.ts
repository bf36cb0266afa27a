import type { Command } from 'commander'
import { run } from '../run.ts'
import { jsonOption, keyOption, withExamples } from '../terminal/portuguese.ts'
import type { ApiOptions } from './request.ts'

/** `api`: the way to every call that has no command of its own. */
export function declareApi(program: Command): void {
  const api = program
    .command('api <método> <caminho>')
    .description('faz qualquer chamada da API, e escreve a resposta como ela veio')
    .option('-d, --data <json>', 'corpo da chamada; - o lê da entrada padrão')
    .option('--data-file <arquivo>', 'lê o corpo de um arquivo')
    .option(...keyOption)
    .option(...jsonOption)
    .action((method: string, path: string, options: ApiOptions) =>
      run(options, async (context) => {
        const { request } = await import('./request.ts')
        return request(context, { method, path }, options)
      }),
    )
  withExamples(api, [
    'disparo api GET /api/campaigns',
    "disparo api GET '/api/contatos/list_1?offset=0&limit=100'",
    'disparo api PUT /api/padroes -d \'{"delay": 90}\'',
    'gerar-campanha | disparo api POST /api/campaigns -d -',
  ])
  api.addHelpText('after', '\nAs chamadas estão em /docs, no endereço do servidor.')
}
