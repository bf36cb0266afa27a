import { aCluster, type Cluster } from '../support/daemon/cluster.ts'

const NODES = 3

type Trial = {
  readonly urls: readonly string[]
  close(): Promise<void>
}

/** Starts several servers over one database, and prints how to try them. */
export async function startTrial({
  print,
  dataDir,
}: {
  readonly print: (text: string) => void
  /** The folder that keeps all data; left out: one that is removed at the end. */
  readonly dataDir?: string
}): Promise<Trial> {
  print('Iniciando o PostgreSQL, o WhatsApp simulado e os servidores…')
  const cluster = await aCluster('varios', {
    nodes: NODES,
    ...(dataDir !== undefined && { dataDir }),
  })
  print(guideTo(cluster))
  print(
    dataDir === undefined
      ? 'Ctrl+C encerra tudo e apaga os dados.'
      : `Ctrl+C encerra tudo. Os dados ficam em ${dataDir}.`,
  )
  return { urls: cluster.nodes.map(({ url }) => url()), close: cluster.close }
}

function guideTo({ nodes, postgres, simulator }: Cluster): string {
  const [first, second] = nodes.map(({ url }) => url())
  const phone = '5561999990000'
  const scan = `{"code":"CÓDIGO","phone":"${phone}"}`
  return [
    '',
    ...nodes.map((node, place) => `Servidor ${place + 1}   ${node.url()}  processo ${node.pid()}`),
    `PostgreSQL   ${postgres.url}`,
    `WhatsApp     ${simulator.controlUrl} (simulado: nada sai desta máquina)`,
    '',
    'Para experimentar, em outro terminal:',
    '1. Crie uma conta em qualquer um dos servidores, no navegador ou assim:',
    `   node bin/disparo.js signup --url ${first} --name Ana --email ana@exemplo.com.br`,
    '2. Conecte um WhatsApp com um código de pareamento, e digite o código no celular simulado:',
    `   node bin/disparo.js devices connect ${phone} --pairing-code`,
    `   curl -H 'Content-Type: application/json' -d '${scan}' ${simulator.controlUrl}/code`,
    '3. Veja qual servidor cuida de qual conta:',
    `   DISPARO_DATABASE_URL=${postgres.url} node bin/disparo.js nodes`,
    '4. Crie uma campanha e, enquanto ela envia, derrube o servidor que cuida da conta:',
    '   kill -9 PROCESSO',
    '   Em até 30 segundos outro servidor continua de onde ela parou. A conta abre em qualquer um:',
    `   ${second}`,
    '',
  ].join('\n')
}
