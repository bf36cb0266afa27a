import type { Command } from 'commander'
import { run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { BackupOptions } from './backup.ts'
import type { DoctorOptions } from './doctor.ts'
import type { RestoreOptions } from './restore.ts'

/** Commands about the data folder on this machine: `backup`, `restore` and `doctor`. */
export function declareFolder(program: Command): void {
  const backup = folderOptions(program.command('backup <arquivo>'))
    .description('copia a pasta de dados inteira para um arquivo, também com o servidor ligado')
    .action((file: string, options: BackupOptions) =>
      run(options, async (context) => {
        const { backUp } = await import('./backup.ts')
        return backUp(context, file, options)
      }),
    )
  withExamples(backup, [
    'disparo backup /mnt/copias/                   um arquivo com a data no nome',
    'disparo backup disparo.zip',
    'disparo backup - | ssh outra-maquina "cat > disparo.zip"',
  ])

  const restore = folderOptions(program.command('restore <arquivo>'))
    .description('monta a pasta de dados a partir de um backup, numa pasta nova ou vazia')
    .action((file: string, options: RestoreOptions) =>
      run(options, async (context) => {
        const { restore } = await import('./restore.ts')
        return restore(context, file, options)
      }),
    )
  withExamples(restore, ['disparo restore disparo.zip --data-dir /srv/disparo-novo'])

  const doctor = folderOptions(program.command('doctor'))
    .description(
      'examina a pasta de dados e a máquina, sem mudar nada; termina com 1 se há problemas',
    )
    .action((options: DoctorOptions) =>
      run(options, async (context) => {
        const { doctor } = await import('./doctor.ts')
        return doctor(context, options)
      }),
    )
  withExamples(doctor, ['disparo doctor', 'disparo doctor --json'])
}

function folderOptions(command: Command): Command {
  return command
    .option('--data-dir <pasta>', 'pasta dos dados')
    .option('--simulator', 'a pasta do WhatsApp simulado, que fica à parte')
    .option(...jsonOption)
}
