import { Argument, type Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'

/** `completion bash|zsh|fish`. */
export function declareCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .description('escreve o que o shell precisa para completar os comandos com Tab')
    .addArgument(new Argument('[shell]', 'bash, zsh ou fish; sem ele, o shell em uso'))
    .option(...jsonOption)
    .action((shell: string | undefined, options: CommonOptions) =>
      run(options, async (context) => {
        const { writeCompletion } = await import('./write.ts')
        return writeCompletion(context, program, shell)
      }),
    )
  withExamples(completion, [
    'disparo completion bash > ~/.local/share/bash-completion/completions/disparo',
    'disparo completion zsh > "$fpath[1]/_disparo"',
    'disparo completion fish > ~/.config/fish/completions/disparo.fish',
  ])
}
