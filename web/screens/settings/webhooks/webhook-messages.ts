/** What the tab says of its actions; here, so that no other screen loads it. */
export const webhookMessages = {
  loadFailed: 'Não foi possível carregar os webhooks.',
  created: 'Webhook cadastrado.',
  createFailed: 'Não foi possível cadastrar o webhook.',
  saved: 'Webhook alterado.',
  saveFailed: 'Não foi possível alterar o webhook.',
  renewed: 'Segredo trocado.',
  deleteConfirm: 'Excluir este webhook? Os avisos que ainda esperam por ele se perdem.',
  deleted: 'Webhook excluído.',
  deleteFailed: 'Não foi possível excluir o webhook.',
} as const
