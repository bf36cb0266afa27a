import { type Command, InvalidArgumentError } from 'commander'
import { BOT_REPLIES_KEPT } from '../../contract/limits.ts'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { EditOptions } from './edit.ts'
import type { RepliesOptions } from './replies.ts'
import type { ListOptions } from './show.ts'

/** `chatbots list|show|try|replies|edit`. */
export function declareChatbots(program: Command): void {
  const chatbots = program.command('chatbots').description('respostas automáticas a palavras-chave')
  declareReading(chatbots)
  declareTrying(chatbots)
  declareEdit(chatbots)
}

function declareReading(chatbots: Command): void {
  const list = chatbots
    .command('list')
    .description('mostra os chatbots, do mais novo para o mais antigo')
    .option('--instance <instância>', 'só os desta instância')
    .option(...jsonOption)
    .action((options: ListOptions) =>
      run(options, async (context) => (await import('./show.ts')).listChatbots(context, options)),
    )
  withExamples(list, ['disparo chatbots list', 'disparo chatbots list --instance loja'])

  const show = chatbots
    .command('show <chatbot>')
    .description('mostra um chatbot, pelo nome ou id')
    .option(...jsonOption)
    .action((wanted: string, options: CommonOptions) =>
      run(options, async (context) => (await import('./show.ts')).showChatbot(context, wanted)),
    )
  withExamples(show, ['disparo chatbots show Horário'])

  const replies = chatbots
    .command('replies')
    .description('mostra o que chatbots e assistentes responderam, ou por que não responderam')
    .option('--instance <instância>', 'só desta instância')
    .option('--chatbot <chatbot>', 'só deste chatbot, pelo nome ou id')
    .option('--assistant <assistente>', 'só deste assistente, pelo nome ou id')
    .option('--limit <n>', `quantas mensagens, até ${BOT_REPLIES_KEPT}`, parseLimit)
    .option(...jsonOption)
    .action((options: RepliesOptions) =>
      run(options, async (context) => (await import('./replies.ts')).listReplies(context, options)),
    )
  withExamples(replies, [
    'disparo chatbots replies',
    'disparo chatbots replies --chatbot Horário --limit 10',
  ])
}

function declareTrying(chatbots: Command): void {
  const attempt = chatbots
    .command('try <chatbot> <mensagem>')
    .description('mostra o que responderia a uma mensagem, como se estivesse ativo; nada é enviado')
    .option(...jsonOption)
    .action((wanted: string, text: string, options: CommonOptions) =>
      run(options, async (context) =>
        (await import('./attempt.ts')).tryChatbot(context, wanted, text),
      ),
    )
  withExamples(attempt, ['disparo chatbots try Horário "Que horas vocês abrem?"'])
}

function declareEdit(chatbots: Command): void {
  const edit = chatbots
    .command('edit <chatbot>')
    .description('altera um chatbot; o que não for informado fica como está')
    .option('--name <nome>', 'outro nome')
    .option('--keywords <palavras>', 'outras palavras-chave, separadas por vírgula')
    .option('--reply <texto>', 'outra resposta')
    .option('--enable', 'ativa o chatbot')
    .option('--disable', 'desativa o chatbot sem o excluir')
    .option(...jsonOption)
    .action((wanted: string, options: EditOptions) =>
      run(options, async (context) =>
        (await import('./edit.ts')).editChatbot(context, wanted, options),
      ),
    )
  withExamples(edit, [
    'disparo chatbots edit Horário --disable',
    'disparo chatbots edit Horário --keywords "horário, que horas" --reply "Das 8h às 18h."',
  ])
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError(`Informe um número de 1 a ${BOT_REPLIES_KEPT}.`)
}
