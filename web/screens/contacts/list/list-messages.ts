import { formatCount, formatQuantity } from '../../../format.ts'

const people = (count: number) => formatQuantity(count, 'contato', 'contatos')

/** What the page of a list says of its actions. */
export const listMessages = {
  loadFailed: 'Não foi possível carregar esta lista.',
  saveFailed: 'Não foi possível salvar as alterações.',
  saved: (count: number) => (count === 1 ? '1 contato salvo.' : `${people(count)} salvos.`),
  phoneKept: 'O telefone não pode ficar vazio: ficou o que estava.',
  pasteFailed: 'Não foi possível ler o que você colou. Copie e cole de novo.',
  pastedSame: 'As células já diziam o que você colou.',
  copied: (count: number) => (count === 1 ? '1 contato copiado.' : `${people(count)} copiados.`),
  copiedSome: (count: number, chosen: number) =>
    `Copiados ${formatCount(count)} de ${people(chosen)} escolhidos: só os que aparecem na tabela. “Exportar” leva todos.`,
  nothingUnsaved: 'Nenhuma alteração por salvar.',
  unsaved: 'As alterações desta lista ainda não foram salvas. Sair sem salvar?',
  removeConfirm: (count: number) =>
    `Remover ${people(count)} desta lista? Isto não pode ser desfeito.`,
  removed: (count: number) => (count === 1 ? '1 contato removido.' : `${people(count)} removidos.`),
  removeFailed: 'Não foi possível remover os contatos.',
  chooseAllFailed: 'Não foi possível escolher todos.',
  firstChosen: (count: number) =>
    `Foram escolhidos os primeiros ${people(count)}: mais não cabem de uma vez. Filtre ou busque para escolher outros.`,
  viewFailed: 'Não foi possível ler os contatos.',
  moveFailed: 'Não foi possível mover os contatos.',
  moved: (count: number, list: string) =>
    count === 1 ? `1 contato movido para ${list}.` : `${people(count)} movidos para ${list}.`,
  chooseFailed: 'Não foi possível criar uma lista com estes contatos.',
} as const
