/** What the screen says of its actions; here, so that no other screen loads it. */
export const optOutMessages = {
  loadFailed: 'Não foi possível carregar a lista de descadastro.',
  addFailed: 'Não foi possível incluir esta pessoa.',
  removeFailed: 'Não foi possível tirar esta pessoa da lista.',
  removed: (name: string) => `${name} volta a receber campanhas.`,
  out: (person: string) => `${person} não recebe mais campanhas.`,
  removeHiddenConfirm:
    'O WhatsApp não mostra o número desta pessoa: depois de tirá-la da lista, não dá para incluí-la à mão. Voltar a enviar campanhas para ela?',
  importFailed: 'Não foi possível importar o arquivo.',
  importRunning: 'O arquivo está sendo importado. Sair mesmo assim?',
  refusedFailed: 'Não foi possível baixar as linhas recusadas.',
  exportFailed: 'Não foi possível exportar a lista.',
} as const
