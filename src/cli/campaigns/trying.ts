import type { Command } from 'commander'
import { run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import { withAttachment } from './options/attach-options.ts'
import { withAudience } from './options/audience-options.ts'
import { withPace } from './options/pace-options.ts'
import { textOptions } from './options/text-options.ts'
import { parseVariantNumber, withVariants } from './options/variant-options.ts'
import type { PreviewOptions } from './preview.ts'
import type { TestOptions } from './trial.ts'

/** `campaigns preview|test`: what a campaign would do, before there is one. */
export function declareTrying(campaigns: Command): void {
  const preview = campaigns
    .command('preview')
    .description('mostra quem receberia a mensagem e quem fica de fora; não envia nada')
  withAttachment(withPace(withMessage(withAudience(preview))))
    .option('--at <data>', 'como se fosse agendada para esta data')
    .option('--contact <telefone>', 'mostra também o texto deste contato')
    .option(...jsonOption)
    .action((options: PreviewOptions) =>
      run(options, async (context) => {
        const { previewCampaign } = await import('./preview.ts')
        return previewCampaign(context, options)
      }),
    )
  withExamples(preview, [
    'disparo campaigns preview --list Clientes --where cidade=Goiânia --exclude-days 7 \\',
    '  --device 5561999990000 --text "Olá, {primeiro_nome}!" --attach tabela.pdf',
  ])

  const test = campaigns
    .command('test')
    .description('envia a mensagem uma vez, ao próprio número ou a outro; não conta em campanhas')
  withAttachment(withMessage(withAudience(test)))
    .option('--image <arquivo>', 'imagem JPEG, PNG, WebP ou GIF de até 5 MB')
    .option('--to <telefone>', 'para quem enviar (padrão: o próprio número da conexão)')
    .option('--contact <telefone>', 'de quem são os dados da mensagem (padrão: o primeiro)')
    .option(
      '--variant-number <n>',
      'qual texto enviar: 1 é o de --text (padrão: o que o contato receberia)',
      parseVariantNumber,
    )
    .option(...jsonOption)
    .action((options: TestOptions) =>
      run(options, async (context) => {
        const { testCampaign } = await import('./trial.ts')
        return testCampaign(context, options)
      }),
    )
  withExamples(test, [
    'disparo campaigns test --device 5561999990000 --list Clientes --text "Olá, {nome}!"',
  ])
}

function withMessage(command: Command): Command {
  return withVariants(command)
    .option('--device <conexão>', 'id ou nome da conexão de WhatsApp')
    .option(...textOptions.text)
    .option(...textOptions.file)
    .option('--template <modelo>', 'usa o texto de um modelo guardado, pelo nome ou id')
}
