/** Errors of what is stored and of where it is stored; part of the catalogue of errors. */
export const storageErrors = {
  messages_damaged: {
    status: 503,
    text: 'As mensagens desta instância estão danificadas no disco e precisam de reparo.',
  },
  deliveries_damaged: {
    status: 503,
    text: 'As entregas desta instância estão danificadas no disco e precisam de reparo.',
  },
  storage_unavailable: {
    status: 503,
    text: 'Não foi possível ler ou gravar os dados no servidor. Tente de novo; se continuar, avise quem cuida dele: pode faltar espaço em disco.',
  },
  storage_unsettled: {
    status: 503,
    text: 'O disco do servidor falhou, e não se sabe se a mudança foi gravada: ela pode aparecer depois de reiniciar. Confira antes de repetir.',
  },
  lease_lost: {
    status: 503,
    text: 'Esta conta está passando para outro servidor. Tente de novo em instantes.',
  },
  newer_format: {
    status: 503,
    text: 'Estes dados foram gravados por uma versão mais nova do Disparo. Atualize o servidor.',
  },
  ledger_damaged: {
    status: 503,
    text: 'O registro de envios desta campanha está danificado no disco e precisa de reparo.',
  },
  list_damaged: {
    status: 503,
    text: 'Esta lista de contatos está danificada no disco e precisa de reparo.',
  },
} as const
