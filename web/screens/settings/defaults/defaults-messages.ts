/** What the tab says of its actions; here, so that no other screen loads it. */
export const defaultsMessages = {
  loadFailed: 'Não foi possível carregar os padrões de envio.',
  saved: 'Padrões salvos. As próximas campanhas começam com eles.',
  saveFailed: 'Não foi possível salvar os padrões.',
  unsaved: 'Os padrões ainda não foram salvos. Sair sem salvar?',
} as const
