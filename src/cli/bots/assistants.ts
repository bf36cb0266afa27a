import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'

/** `assistants list|show|try`. */
export function declareAssistants(program: Command): void {
  const assistants = program
    .command('assistants')
    .description('assistentes de IA que respondem mensagens')

  const list = assistants
    .command('list')
    .description('mostra os assistentes, e por quais instâncias respondem')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./agents.ts')).listAgents(context)),
    )
  withExamples(list, ['disparo assistants list'])

  const show = assistants
    .command('show <assistente>')
    .description('mostra um assistente e as suas instruções, pelo nome ou id')
    .option(...jsonOption)
    .action((wanted: string, options: CommonOptions) =>
      run(options, async (context) => (await import('./agents.ts')).showAgent(context, wanted)),
    )
  withExamples(show, ['disparo assistants show Atendente'])

  const attempt = assistants
    .command('try <assistente> <mensagem>')
    .description('mostra o que responderia a uma mensagem; nada é enviado')
    .option(...jsonOption)
    .action((wanted: string, text: string, options: CommonOptions) =>
      run(options, async (context) =>
        (await import('./attempt.ts')).tryAgent(context, wanted, text),
      ),
    )
  withExamples(attempt, ['disparo assistants try Atendente "Vocês entregam em Goiânia?"'])
}
