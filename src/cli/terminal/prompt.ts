import type { Context } from '../run.ts'
import { wrongUsage } from './outcome.ts'

/** What to ask, and the flag that would have answered it. */
type Question = {
  readonly message: string
  readonly flag: string
  /** A Portuguese sentence for an answer that is not acceptable. */
  readonly refuse?: (answer: string) => string | undefined
  readonly suggestion?: string
}

type Choice<Value> = { readonly name: string; readonly value: Value; readonly description?: string }

/**
 * Asks for a line of text.
 * @throws CommandError (wrong usage) without a terminal to ask in
 */
export async function askText(context: Context, question: Question): Promise<string> {
  const ask = await prompter(context, question.flag)
  const { answer } = await ask<{ answer: string }>([
    {
      type: 'input',
      name: 'answer',
      message: question.message,
      ...(question.suggestion === undefined ? {} : { default: question.suggestion }),
      validate: (text: string) => check(question, text),
    },
  ])
  return answer.trim()
}

export async function askPassword(context: Context, question: Question): Promise<string> {
  const ask = await prompter(context, question.flag)
  const { answer } = await ask<{ answer: string }>([
    {
      type: 'password',
      name: 'answer',
      message: question.message,
      mask: '•',
      theme: { style: { keysHelpTip: () => '' } },
      validate: (text: string) => check(question, text),
    },
  ])
  return answer
}

export async function askChoice<Value>(
  context: Context,
  question: Pick<Question, 'message' | 'flag'>,
  choices: readonly Choice<Value>[],
): Promise<Value> {
  const ask = await prompter(context, question.flag)
  const { answer } = await ask<{ answer: number }>([
    {
      type: 'select',
      name: 'answer',
      message: question.message,
      choices: choices.map(({ name, description }, value) =>
        description === undefined ? { name, value } : { name, value, description },
      ),
      theme: { style: { keysHelpTip: () => '↑↓ escolhe • Enter confirma' } },
    },
  ])
  const chosen = choices[answer]
  if (!chosen) throw new Error(`choice ${answer} is not among the ${choices.length} offered`)
  return chosen.value
}

/**
 * Refuses early what would need a confirmation where there is no terminal to ask in.
 * @throws CommandError wrong usage
 */
export function requireConsent(
  { terminal }: Context,
  { yes }: { readonly yes?: boolean | undefined },
  nothing = 'Nada foi excluído',
): void {
  if (yes || terminal.isInteractive) return
  throw wrongUsage(`${nothing}: não há um terminal para pedir a confirmação. Confirme com --yes.`)
}

/** Asks for a yes or no, which `--yes` has given already; Enter alone is a no. */
export async function confirmed(
  context: Context,
  message: string,
  options: { readonly yes?: boolean | undefined },
): Promise<boolean> {
  if (options.yes) return true
  const ask = await prompter(context, '--yes')
  const { answer } = await ask<{ answer: boolean }>([
    {
      type: 'confirm',
      name: 'answer',
      message,
      default: false,
      theme: {
        keywords: { yes: 'Sim', no: 'Não', error: () => 'Responda "s" ou "n".' },
      },
    },
  ])
  return answer
}

/** The first line of stdin, for passwords that must not stand in a command line. */
export async function readSecretLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}

async function prompter({ terminal, signal }: Context, flag: string) {
  if (!terminal.isInteractive) throw wrongUsage(`Informe ${flag}.`)
  const { createPromptModule } = await import('inquirer')
  return createPromptModule({ input: process.stdin, output: process.stderr, signal })
}

function check({ refuse }: Question, answer: string): true | string {
  if (answer.trim() === '') return 'Informe um valor.'
  return refuse?.(answer) ?? true
}
