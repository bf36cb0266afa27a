/** A variable of the environment, as the help shows it. */
export type Variable = {
  readonly name: string
  /** What holds without it, in words; null: nothing. */
  readonly normal: string | null
  readonly use: string
}

/** Variables of the commands that call a server. */
export const commandVariables: readonly Variable[] = [
  { name: 'DISPARO_URL', normal: 'http://127.0.0.1:3000', use: 'servidor, no lugar do da sessão' },
  {
    name: 'DISPARO_APIKEY',
    normal: null,
    use: 'API Key, no lugar da sessão guardada; --profile vale mais',
  },
  { name: 'DISPARO_PROFILE', normal: null, use: 'sessão guardada a usar, como --profile' },
  {
    name: 'XDG_CONFIG_HOME',
    normal: '~/.config',
    use: 'onde as sessões são guardadas, em disparo/',
  },
  { name: 'NO_COLOR', normal: null, use: 'com qualquer valor, escreve sem cores' },
]

/** Variables of the server, as `config.ts` reads them. */
export const serverVariables: readonly Variable[] = [
  { name: 'DISPARO_HOST', normal: '127.0.0.1', use: 'endereço em que o servidor atende' },
  { name: 'DISPARO_PORT', normal: '3000', use: 'porta em que o servidor atende' },
  { name: 'DISPARO_GATEWAY_PORT', normal: null, use: 'porta em que o gateway atende na raiz' },
  {
    name: 'DISPARO_GATEWAY_SOCKET',
    normal: 'não',
    use: 'enviar os eventos do gateway também por Socket.IO',
  },
  { name: 'DISPARO_DATA_DIR', normal: '~/.local/share/disparo', use: 'onde ficam os dados' },
  { name: 'DISPARO_PUBLIC_URL', normal: null, use: 'endereço público, atrás de um proxy' },
  {
    name: 'DISPARO_TRUST_PROXY',
    normal: 'não',
    use: 'confiar em X-Forwarded-* do proxy da frente',
  },
  {
    name: 'DISPARO_CORS_ORIGINS',
    normal: null,
    use: 'páginas de outros endereços que podem chamar o servidor',
  },
  { name: 'DISPARO_SIGNUP', normal: 'open', use: 'cadastro: open, first ou closed' },
  { name: 'DISPARO_SECRET', normal: null, use: 'assina as sessões; sem ela, é criada no início' },
  { name: 'DISPARO_UNCERTAIN', normal: 'resend', use: 'depois de uma queda: resend ou hold' },
  {
    name: 'DISPARO_SEND_WINDOW',
    normal: '4',
    use: 'mensagens de uma conexão que esperam confirmação ao mesmo tempo',
  },
  {
    name: 'DISPARO_HOSTS',
    normal: '1',
    use: 'threads das conexões de WhatsApp, ao menos; cada uma tem até 250',
  },
  {
    name: 'DISPARO_WHATSAPP_VERSION',
    normal: null,
    use: 'versão do WhatsApp Web dita ao WhatsApp',
  },
  {
    name: 'DISPARO_LOGINS_PER_SECOND',
    normal: '5',
    use: 'conexões que entram por segundo no início',
  },
  {
    name: 'DISPARO_PRIVATE_TARGETS',
    normal: 'deny',
    use: 'endereços privados que gateways e webhooks alcançam',
  },
  {
    name: 'DISPARO_WEBHOOK_MESSAGES',
    normal: '10000',
    use: 'mensagens recebidas guardadas por instância',
  },
  { name: 'DISPARO_MAX_LISTS', normal: '2000', use: 'listas de cada conta' },
  { name: 'DISPARO_MAX_CONTACTS', normal: '5000000', use: 'contatos de cada lista' },
  { name: 'DISPARO_MAX_CAMPAIGNS', normal: '100000', use: 'campanhas de cada conta' },
  { name: 'DISPARO_MAX_DEVICES', normal: '1000', use: 'conexões de cada conta' },
  { name: 'DISPARO_MAX_UPLOADS', normal: '10000', use: 'arquivos enviados por cada conta' },
  { name: 'DISPARO_MAX_UPLOAD_MB', normal: '10000', use: 'espaço desses arquivos, em MB' },
  {
    name: 'DISPARO_MAX_STREAMS',
    normal: '100',
    use: 'abas e programas que acompanham cada conta ao vivo',
  },
  {
    name: 'DISPARO_DATABASE_URL',
    normal: null,
    use: 'banco PostgreSQL que vários servidores dividem, no lugar da pasta de dados',
  },
  {
    name: 'DISPARO_NODE_URL',
    normal: 'onde ele escuta',
    use: 'endereço em que os outros servidores alcançam este',
  },
  {
    name: 'DISPARO_CLUSTER_SECRET',
    normal: 'um do banco',
    use: 'assina o que esses servidores pedem um ao outro',
  },
  { name: 'DISPARO_NODE_NAME', normal: 'o da máquina', use: 'nome do servidor entre eles' },
  { name: 'MISTRAL_API_KEY', normal: null, use: 'chave do serviço de modelos dos assistentes' },
  { name: 'MISTRAL_BASE_URL', normal: 'https://api.mistral.ai', use: 'endereço desse serviço' },
  {
    name: 'DISPARO_LOG',
    normal: 'info',
    use: 'detalhe do registro; debug mostra a causa de uma falha',
  },
  {
    name: 'DISPARO_WHATSAPP_URL',
    normal: null,
    use: 'outro servidor que fale o protocolo, como o simulador',
  },
  {
    name: 'DISPARO_WHATSAPP_ROOT_KEY',
    normal: null,
    use: 'chave raiz desse servidor, em hexadecimal',
  },
  {
    name: 'DISPARO_WHATSAPP_MEDIA_CA',
    normal: null,
    use: 'certificado do servidor de mídias dele',
  },
]
