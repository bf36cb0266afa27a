/** Ways to give a message, for commander's `option`. */
export const textOptions = {
  text: ['--text <texto>', 'mensagem; aceita {nome}, {primeiro_nome} e colunas do CSV'],
  file: ['--text-file <arquivo>', 'lê a mensagem de um arquivo UTF-8; - a lê da entrada padrão'],
} as const
