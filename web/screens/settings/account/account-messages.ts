/** What the tab says of its actions; here, so that no other screen loads it. */
export const accountMessages = {
  loadFailed: 'Não foi possível carregar a sua conta.',
  renamed: 'Nome alterado.',
  renameFailed: 'Não foi possível alterar o nome.',
  passwordChanged: 'Senha alterada. Os outros aparelhos precisam entrar de novo.',
  passwordFailed: 'Não foi possível alterar a senha.',
  sessionsFailed: 'Não foi possível carregar as sessões.',
  sessionEnded: 'Sessão encerrada.',
  endFailed: 'Não foi possível encerrar a sessão.',
  endOthersConfirm:
    'Encerrar todas as sessões, menos esta? Quem estiver usando a conta em outro aparelho precisa entrar de novo.',
  othersEnded: 'Todas as outras sessões foram encerradas.',
  renewConfirm:
    'Gerar uma nova chave? A atual deixa de valer na hora, e os programas que a usam param de funcionar até receberem a nova.',
  renewed: 'Nova chave gerada. A anterior não vale mais.',
  renewFailed: 'Não foi possível gerar uma nova chave.',
  exported:
    'Seus dados foram baixados. Guarde o arquivo com cuidado: ele tem dados de outras pessoas.',
  exportFailed: 'Não foi possível baixar os seus dados.',
  deleted: 'A conta foi excluída.',
  deleteFailed: 'Não foi possível excluir a conta.',
} as const
