import { formatCount, formatQuantity } from '../../../format.ts'

const people = (count: number) => formatQuantity(count, 'contato', 'contatos')
const lists = (count: number) => formatQuantity(count, 'lista', 'listas')

/** What is said of several lists at once. */
export const severalMessages = {
  chosen: (count: number) => formatQuantity(count, 'lista escolhida', 'listas escolhidas'),
  hidden: (count: number, isWhole: boolean) => {
    if (isWhole) return `${formatCount(count)} fora da busca`
    return `${formatCount(count)} ainda não ${count === 1 ? 'aparece' : 'aparecem'}`
  },
  deleteConfirm: (names: string, total: number) =>
    `Tem certeza que deseja excluir estas listas, com ${people(total)}? ${names}.`,
  inUse: (campaigns: string, count: number) =>
    `${count === 1 ? 'Uma delas é usada' : `${formatCount(count)} delas são usadas`} por campanhas agendadas: ${campaigns}. Sem a lista, a campanha não terá para quem enviar. Excluir mesmo assim?`,
  deleted: (count: number) => (count === 1 ? 'Lista excluída!' : `${lists(count)} excluídas!`),
  restored: (count: number) => (count === 1 ? 'A lista voltou.' : `${lists(count)} voltaram.`),
  deleteFailed: (count: number) =>
    count === 1 ? 'Uma lista não pôde ser excluída.' : `${lists(count)} não puderam ser excluídas.`,
  joinFailed: 'Não foi possível juntar as listas.',
  joined: (name: string, { total, duplicates }: { total: number; duplicates: number }) =>
    `${name} tem agora ${people(total)}. ${sameWords(duplicates)}`,
  parted: 'A lista nova foi desfeita; as outras estão como eram.',
} as const

function sameWords(count: number): string {
  if (count === 0) return 'Ninguém se repetia.'
  return count === 1 ? '1 telefone se repetia.' : `${formatCount(count)} telefones se repetiam.`
}
