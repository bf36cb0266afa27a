import {
  Bot,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  StickyNote,
  UserRoundX,
} from 'lucide-react'
import { TimelineKind } from '#contract/people/timeline.ts'

type KindWords = {
  readonly label: string
  readonly icon: LucideIcon
  /** What is said where there is none of this kind, and where it could not be read. */
  readonly none: string
  readonly unread: string
}

/** How each kind is called and told apart without its colour. */
export const kindWords: Readonly<Record<TimelineKind, KindWords>> = {
  campanha: {
    label: 'Campanhas',
    icon: Megaphone,
    none: 'Nenhuma campanha enviou mensagem a esta pessoa',
    unread: 'Não foi possível ler as mensagens de todas as campanhas.',
  },
  conversa: {
    label: 'Conversas',
    icon: MessageSquareText,
    none: 'Nenhuma conversa com esta pessoa',
    unread: 'Não foi possível ler todas as conversas.',
  },
  robo: {
    label: 'Respostas automáticas',
    icon: Bot,
    none: 'Nenhum chatbot ou assistente respondeu a esta pessoa',
    unread: 'Não foi possível ler as respostas automáticas.',
  },
  descadastro: {
    label: 'Descadastro',
    icon: UserRoundX,
    none: 'Esta pessoa nunca saiu das campanhas',
    unread: 'Não foi possível ler os descadastros.',
  },
  anotacao: {
    label: 'Anotações',
    icon: StickyNote,
    none: 'Nenhuma anotação sobre esta pessoa',
    unread: 'Não foi possível ler as anotações.',
  },
}

export const timelineKinds = Object.values(TimelineKind)
