/** What the screen says of its actions; here, so that no other screen loads it. */
export const optOutMessages = {
  loadFailed: 'Não foi possível carregar a lista de descadastro.',
  added: 'Esta pessoa não recebe mais campanhas.',
  addFailed: 'Não foi possível incluir esta pessoa.',
  removeFailed: 'Não foi possível tirar esta pessoa da lista.',
  removeForGoodConfirm:
    'O WhatsApp não mostra o número desta pessoa, e tirá-la da lista não pode ser desfeito. Voltar a enviar campanhas para ela?',
  importFailed: 'Não foi possível importar o arquivo.',
  exportFailed: 'Não foi possível exportar a lista.',
} as const
