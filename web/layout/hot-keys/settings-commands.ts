import { consoleRoutes } from '#contract/console-routes.ts'
import { foldText } from '#contract/fold.ts'
import type { Command } from './commands.ts'

type Setting = {
  /** Its tab's name in the address, and as it is read. */
  readonly tab: readonly [slug: string, name: string]
  /** The card, as the address names it behind a `#`. */
  readonly card: string
  readonly label: string
  /** What else people call it. */
  readonly words: string
}

const account = ['conta', 'Conta'] as const
const appearance = ['aparencia', 'Aparência'] as const
const defaults = ['padroes', 'Padrões de envio'] as const
const optOuts = ['descadastrados', 'Descadastrados'] as const

const settings: readonly Setting[] = [
  {
    ...{ tab: account, card: 'perfil', label: 'Nome e e-mail' },
    words: 'perfil email usuário identificador dados cadastro',
  },
  {
    ...{ tab: account, card: 'senha', label: 'Senha' },
    words: 'trocar mudar alterar redefinir esqueci password login acesso segurança',
  },
  {
    ...{ tab: account, card: 'sessoes', label: 'Sessões abertas' },
    words:
      'sair de todas as outras deslogar desconectar encerrar logout log out aparelhos dispositivos navegadores segurança',
  },
  {
    ...{ tab: account, card: 'chave-da-api', label: 'Chave da API' },
    words: 'apikey key token integração integrar n8n código programador nova trocar copiar',
  },
  {
    ...{ tab: account, card: 'meus-dados', label: 'Baixar meus dados' },
    words: 'exportar exportação cópia backup lgpd privacidade zip download salvar tudo',
  },
  {
    ...{ tab: account, card: 'excluir-conta', label: 'Excluir conta' },
    words: 'apagar deletar remover encerrar cancelar fechar lgpd',
  },
  {
    ...{ tab: appearance, card: 'tema', label: 'Tema' },
    words: 'claro escuro modo noturno noite cores cor fundo dark light sistema',
  },
  {
    ...{ tab: appearance, card: 'tamanho-do-texto', label: 'Tamanho do texto' },
    words: 'letra letras fonte aumentar diminuir maior grande zoom acessibilidade vista enxergar',
  },
  {
    ...{ tab: defaults, card: 'ritmo', label: 'Intervalo entre mensagens' },
    words:
      'ritmo pausa delay segundos velocidade tempo espera sortear aleatório mais rápido devagar',
  },
  {
    ...{ tab: defaults, card: 'horarios', label: 'Horários de envio' },
    words: 'horas dias semana janela comercial fim noite madrugada quando agendar expediente',
  },
  {
    ...{ tab: defaults, card: 'rodape', label: 'Rodapé de descadastro' },
    words: 'sair parar assinatura frase final mensagem cancelar',
  },
  {
    ...{ tab: ['modelos', 'Modelos'], card: 'modelos', label: 'Modelos de mensagem' },
    words: 'respostas rápidas prontas atalhos atalho templates textos prontos salvos frases',
  },
  {
    ...{ tab: optOuts, card: 'descadastrados', label: 'Últimos descadastrados' },
    words: 'saíram sair bloqueados bloqueio lista negra cancelados optout opt out remover contato',
  },
  {
    ...{ tab: optOuts, card: 'como-sair', label: 'Como alguém sai' },
    words: 'parar voltar palavras descadastro descadastrar cancelar confirmação optout opt out',
  },
  {
    ...{ tab: ['webhooks', 'Webhooks'], card: 'webhooks', label: 'Webhooks' },
    words:
      'webhook avisos notificações eventos integração integrar url endereço segredo n8n zapier',
  },
]

/** Common words of questions, which mean no setting. */
const small: ReadonlySet<string> = new Set(
  'a o as os e de da do das dos em na no nas nos para pra por com um uma meu minha meus minhas como onde quero'.split(
    ' ',
  ),
)

/** Settings that what was typed can mean, by the beginnings of their words; the name counts first. */
export function settingsFor(
  typed: string,
  navigate: (to: string, options: { readonly state: object }) => void,
): readonly Command[] {
  const all = wordsOf(typed)
  const meant = all.filter((word) => !small.has(word))
  const wanted = meant.length > 0 ? meant : all
  return settings
    .map((setting) => ({ setting, rank: rankOf(setting, wanted) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank)
    .map(({ setting: { tab, card, label } }) => ({
      id: `ajuste-${card}`,
      label,
      hint: `Configurações › ${tab[1]}`,
      act: () =>
        navigate(`${consoleRoutes.settings}?aba=${tab[0]}#${card}`, {
          // The same card chosen again is brought into view again.
          state: { asked: Date.now() },
        }),
    }))
}

const NOT_FOUND = 3

function rankOf({ label, tab, words }: Setting, wanted: readonly string[]): number {
  const isIn = (text: string) => {
    const known = wordsOf(text)
    return wanted.every((word) => known.some((each) => each.startsWith(word)))
  }
  if (isIn(label)) return 0
  if (isIn(`${label} ${words}`)) return 1
  return isIn(`${label} ${words} ${tab[1]}`) ? 2 : NOT_FOUND
}

function wordsOf(text: string): readonly string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
