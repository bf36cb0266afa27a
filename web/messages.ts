/** Every toast and confirmation of the console, word for word as its users know them. */
export const messages = {
  dashboard: {
    loadFailed: 'Não foi possível carregar os dados do painel.',
  },
  session: {
    loginFailed: 'Falha ao fazer login. Por favor, verifique suas credenciais.',
    signupFailed: 'Falha ao criar uma conta. Por favor, tente novamente.',
    passwordsDiffer: 'As senhas não coincidem.',
    expired: 'Sua sessão terminou. Entre novamente para continuar.',
    restoreFailed: 'Falha ao carregar a sessão salva. Ela foi removida.',
  },
  campaigns: {
    loadFailed: 'Falha ao carregar as campanhas.',
    deleteConfirm: (name: string) => `Tem certeza que deseja excluir a campanha ${name}?`,
    deleted: 'Campanha excluída com sucesso!',
    restored: (name: string) => `A campanha ${name} voltou.`,
    notSignedIn: 'Erro: Usuário não autenticado. Por favor, faça login novamente.',
    deleteFailed: (reason = 'Ocorreu um erro na comunicação com o servidor.') =>
      `Erro ao excluir campanha: ${reason}`,
    stopConfirm:
      'Tem certeza que deseja parar esta campanha? Os envios restantes serão cancelados.',
    stopped: 'Sinal de parada enviado para a campanha.',
    stopFailed: 'Não foi possível parar a campanha.',
    paused: 'Campanha pausada.',
    pauseFailed: 'Não foi possível pausar a campanha.',
    resumed: 'A campanha continua.',
    resumeFailed: 'Não foi possível continuar a campanha.',
    createFailed: (reason = 'Falha ao criar campanha. Tente novamente.') =>
      `Erro ao criar campanha: ${reason}`,
    draftSaved: 'Rascunho salvo com sucesso!',
    created: 'Campanha criada e agendada com sucesso!',
    detailsFailed: 'Não foi possível carregar a campanha.',
    sendsFailed: 'Não foi possível carregar os envios desta campanha.',
    reportBlocked: 'O navegador bloqueou a nova aba. Permita janelas desta página.',
    leaveConfirm:
      'Sair sem salvar esta campanha? O que você digitou fica guardado neste navegador.',
    draftWithoutTime:
      'Sem data e hora, a campanha fica como rascunho e nada é enviado. Salvar como rascunho?',
    testSentence:
      'A mensagem vai uma vez para este número, com os dados do primeiro contato. Ela não conta na campanha.',
    testSent: (phone: string) => `Mensagem de teste enviada para ${phone}.`,
    testFailed: (reason: string) => `O teste não foi enviado: ${reason}`,
  },
  followup: {
    hint: 'Cada escolha abre um rascunho para conferir antes de enviar. Quem pediu para sair fica de fora: podem ser menos pessoas.',
    drafted: 'Rascunho criado. Confira e envie quando quiser.',
    failed: 'Não foi possível fazer isso agora. Tente novamente.',
    listTitle: 'Criar lista com estes contatos',
    listSentence: (people: string) =>
      `Entram os contatos desta campanha, menos quem pediu para sair: ${people}.`,
    listed: (name: string, size: string) => `Lista "${name}" criada com ${size}.`,
  },
  contacts: {
    loadFailed: 'Erro ao buscar listas de contatos.',
    created: 'Lista de contatos criada com sucesso!',
    createFailed: 'Erro ao criar lista de contatos.',
    updated: 'Lista de contatos atualizada com sucesso!',
    updateFailed: 'Erro ao atualizar lista de contatos.',
    deleteConfirm: 'Tem certeza que deseja excluir esta lista?',
    deleted: 'Lista excluída!',
    restored: 'A lista voltou.',
    deleteFailed: 'Erro ao excluir lista.',
    importFailed: 'Ocorreu um erro durante a importação. Verifique o console.',
    notFound: 'Lista não encontrada.',
    idMissing: 'Não foi possível obter o ID da nova lista.',
    importIncomplete: 'Nome da lista e contatos são obrigatórios.',
    nameRequired: 'O nome da lista é obrigatório para salvar.',
    noValidContacts: 'Adicione pelo menos um contato válido.',
    inUse: (campaigns: string) =>
      `Esta lista é usada por uma campanha agendada: ${campaigns}. Sem a lista, a campanha não terá para quem enviar. Excluir mesmo assim?`,
    exportFailed: 'Erro ao exportar lista.',
    fileUnreadable: 'Não foi possível ler o arquivo. Escolha-o de novo.',
    unsaved: 'Os contatos digitados ainda não foram salvos. Sair sem salvar?',
    importRunning: 'A importação ainda não terminou. Parar agora?',
  },
  connect: {
    phoneRequired: 'Por favor, insira um número de telefone no formato 55619...',
    qrMissing: 'Não foi possível obter o QR Code do servidor.',
    failed: 'Falha ao conectar. Verifique o console.',
    noPairingCode:
      'O gateway não devolveu um código de pareamento. Leia o QR Code, ou exclua a instância e crie outra com o número.',
    connected: 'WhatsApp conectado com sucesso!',
    alreadyConnected: 'Este WhatsApp já está conectado.',
  },
  connections: {
    loadFailed: 'Falha ao buscar conexões.',
    empty: 'Nenhuma conexão encontrada. Adicione uma na tela "Conectar WhatsApp".',
    deleteConfirm: 'Tem certeza? Isso removerá os dados de autenticação e desconectará o aparelho.',
    deleted: 'Conexão excluída com sucesso!',
    deleteFailed: 'Não foi possível excluir a conexão.',
    deleteBusyConfirm:
      'Uma campanha em andamento usa esta conexão e terminará como Não concluida. Excluir mesmo assim?',
    reconnectFailed: 'Não foi possível reconectar.',
    disconnectConfirm:
      'Desconectar este WhatsApp? As chaves ficam guardadas: para voltar, basta reconectar.',
    disconnected: 'Conexão encerrada.',
    disconnectFailed: 'Não foi possível desconectar.',
    testSent: 'Mensagem aceita pelo WhatsApp.',
    settingsSaved: 'Conexão alterada.',
    settingsFailed: 'Não foi possível alterar a conexão.',
  },
  form: {
    unsaved: 'O que foi digitado ainda não foi salvo. Sair sem salvar?',
  },
  request: {
    backOnline: 'Conexão com o servidor restabelecida.',
    undoFailed: 'Não dá mais para desfazer.',
    offline: 'Sem resposta do servidor. Verifique a conexão e tente novamente.',
    partMissing:
      'Uma parte do console não carregou. Se o disparo acabou de ser atualizado, recarregue a página.',
    underWay: 'O pedido anterior ainda não terminou. Espere um pouco e confira antes de repetir.',
    inDoubt: 'Não se sabe se o pedido anterior chegou ao fim. Confira antes de repetir.',
    proxyLimit:
      'O proxy na frente do servidor não aceita um arquivo deste tamanho. Quem cuida do servidor pode aumentar o limite.',
    uploadGone: 'O arquivo não está mais no servidor.',
    strange: 'O servidor respondeu de um jeito inesperado. Tente novamente.',
  },
} as const
