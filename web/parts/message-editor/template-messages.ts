/** What the dialog says of its actions; here, so that no other screen loads it. */
export const templateMessages = {
  loadFailed: 'Não foi possível carregar os modelos.',
  saved: 'Modelo salvo.',
  saveFailed: 'Não foi possível salvar o modelo.',
  deleted: 'Modelo excluído.',
  deleteFailed: 'Não foi possível excluir o modelo.',
  deleteConfirm: (name: string) => `Tem certeza que deseja excluir o modelo ${name}?`,
  replaceConfirm: (name: string) => `Já existe um modelo ${name}. Trocar o texto dele por este?`,
  useConfirm: 'Trocar o texto escrito pelo do modelo? Ctrl+Z desfaz.',
} as const
