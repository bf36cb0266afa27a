import { foldText } from '../../contract/fold.ts'

/** What an answer says, where it says nothing else. */
export type YesOrNo = 'yes' | 'no'

/** Phrases that say neither yes nor no as a whole, while their words one by one might. */
const phrase =
  /\b(?:bom dia|boa tarde|boa noite|tudo bem|com certeza|com prazer|muito obrigad[oa]|(?:a )?(?:minha|nossa) presenca)\b/g
/** Words that strengthen the one behind them, and mean something else anywhere else. */
const emphasis = /\b(?:claro|logico|obvio|com certeza) que (?=sim\b|s\b|nao\b|n\b)/g

/** Uses of "confirmar" that are a yes: whoever is only going to confirm has not done so. */
const confirming = /^confirmar$|\b(?:podem?|quero|queremos) confirmar\b/g

/** The words that are an answer, however long they are drawn out. */
const words = {
  yes: /^(?:s+i+m+|s|ss|confirmo|confirmamos|confirmad[oa]s?)$/,
  no: /^(?:n+a+o+|n+a+u+m+|n|nn)$/,
} as const

/** What says neither: politeness, and those who speak or are spoken to. */
const neutral =
  'obrigado obrigada obg por favor pf grato grata agradeco oi ola ok blz beleza certo ' +
  'eu nos senhor senhora sr sra professor professora prof profe tia tio quero queremos vou vamos ' +
  'irei iremos ir estarei estaremos aceito aceitamos'

/** What agrees with the word, and would change what the other word says. */
const beside = {
  yes: new Set(
    `${neutral} claro pode podem posso podemos gostaria la recebi sou estou esta presenca`.split(
      ' ',
    ),
  ),
  no: new Set(
    `${neutral} posso podemos poderei poderemos poder conseguir infelizmente desculpe desculpa participar comparecer confirmo confirmamos`.split(
      ' ',
    ),
  ),
} as const

/**
 * Whether an answer is a yes or a no. The word itself has to be there, or one that confirms, and
 * every other word has to be one that cannot turn it: "sim, vou" is a yes, while "sim, mas…", "acho
 * que sim", "ainda não" and whatever asks are neither. A count may so be too small, and never too
 * large.
 */
export function readYesOrNo(text: string): YesOrNo | null {
  if (text.includes('?')) return null
  const folded = foldText(text.normalize('NFKC'))
  const spoken = folded.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''
  const said = spoken
    .replace(emphasis, '')
    .replace(phrase, '')
    .trim()
    .replace(confirming, 'confirmo')
    .split(' ')
    .filter(Boolean)
  if (isNothingBut('yes', said)) return 'yes'
  return isNothingBut('no', said) ? 'no' : null
}

function isNothingBut(kind: YesOrNo, said: readonly string[]): boolean {
  return (
    said.some((word) => words[kind].test(word)) &&
    said.every((word) => words[kind].test(word) || beside[kind].has(word))
  )
}
