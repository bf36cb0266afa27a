import { formatCount } from '../../contract/display.ts'
import type { Finding } from '../../daemon/doctor.ts'
import { formatBytes, formatTime } from '../terminal/format.ts'

/** What was found, and what to do about it. */
export function adviceOf(finding: Finding): string {
  return sentences[finding.code]?.(finding) ?? `${finding.check}: ${finding.code}`
}

const say = ({ about }: Finding, name: string) => String(about?.[name] ?? '')
const bytes = ({ about }: Finding, name: string) => formatBytes(Number(about?.[name] ?? 0))
const many = ({ count = 0 }: Finding, one: string, more: string) =>
  `${formatCount(count)} ${count === 1 ? one : more}`
const restore = 'Se a campanha ou a conversa importa, restaure um backup de antes.'

const sentences: Readonly<Record<string, (finding: Finding) => string>> = {
  stopped: () => 'Servidor parado.',
  running: (found) => `Servidor ligado (processo ${say(found, 'pid')}).`,
  running_elsewhere: () => 'Servidor ligado, em outra máquina ou contêiner.',
  crashed: () => 'Servidor parado sem encerrar: ao iniciar, ele continua de onde estava.',
  files: (found) =>
    `Arquivos inteiros: ${many(found, 'conferido', 'conferidos')}, ${bytes(found, 'bytes')}.`,
  file_damaged: ({ path }) =>
    `O arquivo ${path} está danificado. Ao iniciar, o servidor guarda uma cópia em aside/ e usa o que estiver inteiro. ${restore}`,
  ledger_broken: (found) =>
    `O registro de envios da campanha ${say(found, 'campaign')} (${found.path}) está danificado: ela não continua, para não enviar duas vezes. ${restore}`,
  label_unreadable: ({ path }) =>
    `A identificação de uma conexão (${path}) está ilegível: ela vai pedir o QR de novo.`,
  newer_format: ({ path }) =>
    `O arquivo ${path} foi gravado por uma versão mais nova do Disparo. Atualize o programa: esta versão não inicia com ele, para não estragá-lo.`,
  restoration_unfinished: () =>
    'Uma restauração foi interrompida no fim: ao iniciar, o servidor a termina, e "disparo backup" também.',
  database: (found) =>
    `Banco de dados em ordem, com ${many(found, 'servidor ligado', 'servidores ligados')}.`,
  database_away: () =>
    'O banco de DISPARO_DATABASE_URL não responde: os envios esperam até que ele volte. Confira o endereço, a senha e a rede.',
  database_foreign: () =>
    'O banco de DISPARO_DATABASE_URL não tem dados do Disparo. Inicie nele o primeiro servidor, ou confira o endereço.',
  database_outdated: () =>
    'O banco é de uma versão anterior do Disparo: o próximo servidor desta versão que iniciar o atualiza.',
  database_newer: () =>
    'O banco foi usado por uma versão mais nova do Disparo. Atualize o programa nesta máquina.',
  program_of_node: (found) => `Versão ${say(found, 'version')}.`,
  program: (found) => `Versão ${say(found, 'version')}: lê todos os arquivos da pasta.`,
  rights: () => 'Permissões: só o dono lê os dados.',
  rights_open: (found) =>
    `Outras contas da máquina leem ${many(found, 'arquivo ou pasta', 'arquivos e pastas')} (como ${found.path}). Corrija com: chmod -R go= na pasta de dados.`,
  owner_mixed: (found) =>
    `${many(found, 'arquivo ou pasta é', 'arquivos e pastas são')} de outro dono (como ${found.path}): o servidor pode não conseguir gravar. Corrija com chown -R para a conta do servidor.`,
  disk: (found) => `Disco: ${bytes(found, 'free_bytes')} livres de ${bytes(found, 'total_bytes')}.`,
  disk_low: (found) =>
    `Disco quase cheio: ${bytes(found, 'free_bytes')} livres de ${bytes(found, 'total_bytes')}.`,
  disk_full: (found) =>
    `Disco cheio: ${bytes(found, 'free_bytes')} livres. Os envios param até haver espaço.`,
  disk_inodes: () =>
    'O disco não tem mais lugar para arquivos novos (inodes), embora tenha espaço.',
  clock: (found) => `Relógio em ordem; fuso ${say(found, 'zone')}.`,
  clock_behind: () =>
    'O relógio da máquina está atrasado: o servidor já gravou horas mais tarde do que a de agora. Acerte-o (timedatectl) antes de enviar.',
  zone_unknown: (found) =>
    `O fuso "${say(found, 'zone')}" da variável TZ não existe: as horas saem em UTC. Use, por exemplo, TZ=America/Sao_Paulo.`,
  no_damages: () => 'Nenhum dano registrado.',
  damages: (found) =>
    `${many(found, 'dano registrado', 'danos registrados')}, o último em ${found.path}, ${formatTime(say(found, 'at'))}. O que foi guardado está em aside/.`,
  devices: (found) => `Conexões: ${formatCount(found.count ?? 0)}, nenhuma perdida.`,
  device_lost: (found) =>
    `A conexão ${say(found, 'device')} está fora (${say(found, 'reason')}): conecte-a de novo pelo QR.`,
  keys_unreadable: ({ path }) =>
    `Chaves de uma conexão estavam ilegíveis e foram postas de lado (${path}).`,
  none_stuck: () => 'Nenhum envio preso.',
  rows_stuck: (found) =>
    `A campanha ${say(found, 'campaign')} terminou com ${many(found, 'envio', 'envios')} sem resultado. Reinicie o servidor, que os encerra.`,
  campaign_overdue: (found) =>
    `A campanha ${say(found, 'campaign')} devia ter começado e não começou. Veja o registro do servidor, ou inicie-a com: disparo campaigns start ${say(found, 'campaign')}`,
  version: (found) =>
    `Versão do WhatsApp Web: ${say(found, 'set') || say(found, 'known')}${say(found, 'set') ? ' (de DISPARO_WHATSAPP_VERSION)' : ''}.`,
  version_own: () => 'Versão do WhatsApp Web: a que veio com o programa.',
  version_old: (found) =>
    `DISPARO_WHATSAPP_VERSION (${say(found, 'set')}) é mais antiga que a que o WhatsApp anuncia (${say(found, 'known')}) e pode ser recusada. Tire a variável ou atualize-a.`,
  version_stale: (found) =>
    `O servidor não consegue saber a versão do WhatsApp Web há mais de uma semana (usa ${say(found, 'known')}). Veja se a máquina alcança web.whatsapp.com.`,
}
