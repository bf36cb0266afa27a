/** Toasts and confirmations of what has to do with gateways: other screens do not load them. */
export const gatewayMessages = {
  gateway: {
    empty: 'Nenhuma evolution cadastrada.',
    loadFailed: 'Erro ao buscar evolutions cadastradas.',
    instancesFailed: 'Erro ao buscar instâncias. Verifique se a URL e API Key estão corretas.',
    instancesStale:
      'Não foi possível atualizar as instâncias. O que se vê pode ter mudado desde então.',
    invalid: 'Selecione uma evolution válida.',
    createFailed: 'Erro ao criar instância. Verifique os dados.',
    qrFailed: 'Erro ao gerar QR Code. Tente novamente.',
    deleteFailed: 'Erro ao excluir instância. Tente novamente.',
    webhookUrlRequired: 'Por favor, informe a URL do webhook',
    webhookFailed: 'Erro ao configurar webhook. Tente novamente.',
    webhookSet: 'Webhook configurado com sucesso!',
    registered: 'Gateway cadastrado com sucesso!',
    registerFailed: 'Erro ao cadastrar o gateway.',
    removeConfirm:
      'Tem certeza que deseja excluir este gateway? As mensagens, os assistentes e os chatbots ligados a ele também serão excluídos daqui.',
    removed: 'Gateway excluído com sucesso!',
    removeFailed: 'Não foi possível excluir o gateway.',
    created: 'Instância criada com sucesso!',
    deleteConfirm: (name: string) => `Tem certeza que deseja excluir a instância ${name}?`,
    deleted: 'Instância excluída com sucesso!',
    webhookElsewhere: (url: string) =>
      `O webhook desta instância leva a ${url}. Deseja trocar para este servidor?`,
    logoutConfirm: (name: string) =>
      `Desconectar o WhatsApp da instância ${name}? O celular sai da conexão: para voltar, será preciso ler o código de novo.`,
    loggedOut: 'WhatsApp desconectado da instância.',
    logoutFailed: 'Não foi possível desconectar.',
    restarted: 'A instância está conectada de novo.',
    restarting: 'A instância está reconectando.',
    restartFailed: 'Não foi possível reiniciar a conexão.',
    webhookDeaf:
      'Sem o aviso de mensagens que chegam, as conversas desta instância não aparecem no Chat deste servidor, e ninguém é respondido por assistentes e chatbots.',
    webhookEventRequired: 'Marque pelo menos um evento.',
    connected: 'Instância conectada com sucesso!',
  },
  assistants: {
    loadFailed: 'Erro ao carregar os assistentes.',
    linkFailed: 'Erro ao atualizar o assistente da instância.',
    statusFailed: 'Erro ao atualizar o status do assistente.',
    created: 'Assistente criado com sucesso!',
    createFailed: 'Erro ao criar o assistente.',
    updated: 'Assistente atualizado com sucesso!',
    updateFailed: 'Erro ao salvar o assistente.',
    linked: 'Assistente ligado à instância.',
    unlinked: 'A instância ficou sem assistente.',
  },
  replies: {
    loadFailed: 'Erro ao carregar as últimas respostas.',
  },
  trials: {
    failed: 'Não foi possível testar. Tente de novo.',
  },
  chatbots: {
    loadFailed: 'Erro ao carregar os chatbots.',
    created: 'Chatbot criado com sucesso!',
    createFailed: 'Erro ao criar o chatbot.',
    updated: 'Chatbot atualizado com sucesso!',
    updateFailed: 'Erro ao salvar o chatbot.',
    toggleFailed: 'Erro ao atualizar o status do chatbot.',
    deleteConfirm: (name: string) => `Tem certeza que deseja excluir o chatbot ${name}?`,
    deleted: 'Chatbot excluído com sucesso!',
    deleteFailed: 'Erro ao excluir o chatbot.',
  },
} as const
