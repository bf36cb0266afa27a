import { type Command, CommanderError } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'

/** `help`, of any command and of what is of all of them, and `man`. */
export function declareHelp(program: Command): void {
  const man = program
    .command('man')
    .description('escreve a página de manual, com todos os comandos e opções')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => {
        const { writeManPage } = await import('./write-man-page.ts')
        return writeManPage(context, program)
      }),
    )
  withExamples(man, ['disparo man | man -l -'])

  program
    .helpCommand(false)
    .command('help [comando...]')
    .description('mostra a ajuda de um comando, ou de environment ou exit-codes')
    .action(async (words: readonly string[]) => {
      const { topicText } = await import('./topics.ts')
      const text = topicText(words.join(' '))
      if (text === undefined) commandAt(program, words).outputHelp()
      else process.stdout.write(`${text}\n`)
    })
  program.addHelpText('after', () => `\n${topicsHint}`)
}

const topicsHint = `Mais ajuda:
  disparo help campaigns create                 um comando
  disparo help environment                      as variáveis de ambiente
  disparo help exit-codes                       o que o código de saída diz`

function commandAt(program: Command, words: readonly string[]): Command {
  let at = program
  for (const word of words) {
    const next = at.commands.find((command) => command.name() === word)
    if (!next) throw new CommanderError(2, 'commander.unknownCommand', `unknown command '${word}'`)
    at = next
  }
  return at
}
