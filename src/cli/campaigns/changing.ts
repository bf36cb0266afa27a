import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { EditOptions } from './edit.ts'
import { withAttachment } from './options/attach-options.ts'
import { withAudience } from './options/audience-options.ts'
import { withPace } from './options/pace-options.ts'
import { textOptions } from './options/text-options.ts'
import { withVariants } from './options/variant-options.ts'

/** `campaigns edit|cancel`. */
export function declareChanging(campaigns: Command): void {
  const edit = campaigns
    .command('edit <id>')
    .description('muda uma campanha que ainda não começou; o que não é dito fica como está')
    .option('--name <nome>', 'nome da campanha')
    .option('--device <conexão>', 'id ou nome da conexão de WhatsApp')
  withPace(withAttachment(withVariants(withAudience(edit))))
    .option(...textOptions.text)
    .option(...textOptions.file)
    .option('--template <modelo>', 'usa o texto de um modelo guardado, pelo nome ou id')
    .option('--opt-out-footer', 'acrescenta "Para não receber mais, responda SAIR."')
    .option('--no-opt-out-footer', 'não o acrescenta')
    .option('--image <arquivo>', 'imagem JPEG, PNG, WebP ou GIF de até 5 MB')
    .option('--at <data>', 'agenda para outra hora: "21/11/2026 10:00"')
    .option('--draft', 'volta a ser rascunho: não começa sozinha')
    .option(...jsonOption)
    .action((id: string, options: EditOptions) =>
      run(options, async (context) => {
        const { editCampaign } = await import('./edit.ts')
        return editCampaign(context, id, options)
      }),
    )
  withExamples(edit, [
    'disparo campaigns edit ID --text "Olá, {primeiro_nome}!" --delay 90',
    'disparo campaigns edit ID --at "21/11/2026 10:00"',
  ])

  const cancel = campaigns
    .command('cancel <id>')
    .description('cancela: uma agendada volta a rascunho, uma em andamento é parada')
    .option(...jsonOption)
    .action((id: string, options: CommonOptions) =>
      run(options, async (context) => {
        const { cancelCampaign } = await import('./end.ts')
        return cancelCampaign(context, id)
      }),
    )
  withExamples(cancel, ['disparo campaigns cancel ID'])
}
