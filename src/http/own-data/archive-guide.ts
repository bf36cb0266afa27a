/** What stands beside the data: for people who open the archive years later. */
export const archiveGuide = `Tudo o que este servidor do disparo guarda da sua conta.

conta.json                  nome, e-mail e onde a conta está aberta
conexoes.json               as conexões de WhatsApp, sem as chaves delas
modelos.json                os modelos de mensagem
configuracoes.json          padrões de envio e de conversas
webhooks.json               os webhooks, sem os segredos
gateways.json               os gateways, sem as chaves
assistentes.json            os assistentes ligados a instâncias
chatbots.json               os chatbots
respostas-automaticas.json  o que chatbots e assistentes ouviram há pouco, e o que responderam
descadastrados.csv          quem não recebe mais campanhas
pessoas.json                suas anotações sobre pessoas, e quem já voltou a receber campanhas
listas/                     uma planilha por lista de contatos
campanhas.json              todas as campanhas, com textos e totais
campanhas/                  uma planilha por campanha iniciada: a quem, quando e com que resultado
conversas/                  uma planilha por instância, com as mensagens que o servidor ainda guarda
arquivos/                   as imagens e os outros arquivos enviados por você

As planilhas são CSV com ponto e vírgula, que o Excel abre. As listas e os descadastrados podem ser
importados de novo. Não estão aqui, porque dariam acesso à conta: a senha, a chave da API, os
segredos e as chaves do WhatsApp.

O arquivo tem nomes, telefones e mensagens de outras pessoas: guarde-o com cuidado.
`

/** Names the files that are missing or incomplete, so that nobody takes the rest for everything. */
export function unreadableNote(names: readonly string[]) {
  const text = `Não foi possível ler até o fim, e por isso faltam dados em:\n\n${names.join('\n')}\n`
  return { name: 'INCOMPLETO.txt', text }
}
