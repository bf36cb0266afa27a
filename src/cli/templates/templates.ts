import type { Command } from 'commander'
import { textOptions } from '../campaigns/options/text-options.ts'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { AddOptions, EditOptions, RemoveOptions } from './change.ts'

/** `templates list|add|show|edit|remove`. */
export function declareTemplates(program: Command): void {
  const templates = program
    .command('templates')
    .description('textos guardados para campanhas e o chat')
  declareReading(templates)
  declareChanges(templates)
}

function declareReading(templates: Command): void {
  const list = templates
    .command('list')
    .description('mostra os modelos de mensagem, do mais novo para o mais antigo')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./show.ts')).listTemplates(context)),
    )
  withExamples(list, ['disparo templates list'])

  const show = templates
    .command('show <modelo>')
    .description('escreve o texto de um modelo, pelo nome ou id')
    .option(...jsonOption)
    .action((wanted: string, options: CommonOptions) =>
      run(options, async (context) => (await import('./show.ts')).showTemplate(context, wanted)),
    )
  withExamples(show, ['disparo templates show Boas-vindas', 'disparo templates show Aviso > a.txt'])
}

function declareChanges(templates: Command): void {
  const add = templates
    .command('add <nome>')
    .description('guarda um modelo de mensagem')
    .option(...textOptions.text)
    .option(...textOptions.file)
    .option(...jsonOption)
    .action((name: string, options: AddOptions) =>
      run(options, async (context) => {
        const { addTemplate } = await import('./change.ts')
        return addTemplate(context, name, options)
      }),
    )
  withExamples(add, ['disparo templates add Boas-vindas --text "Olá, {primeiro_nome|cliente}!"'])

  const edit = templates
    .command('edit <modelo>')
    .description('muda o nome ou o texto de um modelo; o que ficar de fora continua')
    .option('--name <nome>', 'o nome novo')
    .option(...textOptions.text)
    .option(...textOptions.file)
    .option(...jsonOption)
    .action((wanted: string, options: EditOptions) =>
      run(options, async (context) => {
        const { editTemplate } = await import('./change.ts')
        return editTemplate(context, wanted, options)
      }),
    )
  withExamples(edit, [
    'disparo templates edit Aviso --name "Aviso de falta"',
    'disparo templates edit Aviso --text-file aviso.txt',
  ])

  const remove = templates
    .command('remove <modelo>')
    .description('exclui um modelo; campanhas feitas com ele ficam como estão')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((wanted: string, options: RemoveOptions) =>
      run(options, async (context) => {
        const { removeTemplate } = await import('./change.ts')
        return removeTemplate(context, wanted, options)
      }),
    )
  withExamples(remove, ['disparo templates remove Boas-vindas'])
}
