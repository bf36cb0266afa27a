import { exitCodes } from './exit-codes.ts'
import { commandVariables, serverVariables, type Variable } from './variables.ts'

const topics: Readonly<Record<string, () => string>> = {
  environment: () =>
    [
      'Variáveis de ambiente',
      '',
      'Dos comandos:',
      ...commandVariables.map(lineOf),
      '',
      'Do servidor (uma opção de "disparo serve" vale mais):',
      ...serverVariables.map(lineOf),
    ].join('\n'),
  'exit-codes': () =>
    [
      'Códigos de saída',
      '',
      ...exitCodes.map(({ code, meaning }) => `  ${String(code).padEnd(5)}${meaning}`),
      '',
      'Com --json a saída padrão tem sempre um só valor. O de uma falha é',
      '{"error", "message", "code", "details"?}: "code" não muda de uma versão para outra.',
    ].join('\n'),
}

/** The help on something that is no command. */
export function topicText(name: string): string | undefined {
  return Object.hasOwn(topics, name) ? topics[name]?.() : undefined
}

function lineOf({ name, use, normal }: Variable): string {
  const otherwise = normal === null ? '' : ` (padrão: ${normal})`
  return `  ${name.padEnd(28)}${use}${otherwise}`
}
