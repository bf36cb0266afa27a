import {
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  MessageSquare,
  QrCode,
  Send,
  Server,
  Settings,
  Smartphone,
  Users,
  UserX,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { signOut } from '../api/sign-out.ts'
import { lazyPart, loadPatiently } from '../lazy-part.tsx'
import { classNames } from '../ui/class-names.ts'
import { Brand } from './brand.tsx'
import styles from './sidebar.module.css'

const UnreadBadge = lazyPart(
  async () => (await loadPatiently(() => import('../after-first.ts'))).UnreadBadge,
)

type Entry = {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
  /** Further addresses that belong to it; what is below one does, too. */
  readonly also?: readonly string[]
}

const entries: readonly Entry[] = [
  { path: consoleRoutes.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  {
    path: consoleRoutes.contacts,
    label: 'Contatos',
    icon: Users,
    also: [consoleRoutes.person.replace('/:phone', '')],
  },
  { path: consoleRoutes.optOuts, label: 'Descadastro', icon: UserX },
  { path: consoleRoutes.connections, label: 'Conexões', icon: Smartphone },
  {
    path: consoleRoutes.baileys,
    label: 'Conectar WhatsApp',
    icon: QrCode,
    also: [consoleRoutes.connect],
  },
  {
    path: consoleRoutes.campaigns,
    label: 'Campanhas',
    icon: Send,
  },
]

const gatewayEntries: readonly Entry[] = [
  { path: consoleRoutes.instances, label: 'Instâncias', icon: Server },
  { path: consoleRoutes.chat, label: 'Chat', icon: MessageSquare },
]

const settings: Entry = { path: consoleRoutes.settings, label: 'Configurações', icon: Settings }

/** The way to every screen, and out. */
export function Sidebar() {
  return (
    <nav aria-label="Principal" className={styles.sidebar}>
      <Brand />
      <ul>
        {entries.map((entry) => (
          <EntryLink key={entry.path} entry={entry} />
        ))}
      </ul>
      <h2 className={styles.group}>Gateway</h2>
      <ul>
        {gatewayEntries.map((entry) => (
          <EntryLink key={entry.path} entry={entry} />
        ))}
      </ul>
      <ul className={styles.end}>
        <EntryLink entry={settings} />
        <li>
          <button type="button" className={styles.entry} onClick={signOut}>
            <LogOut size={17} aria-hidden />
            Log Out
          </button>
        </li>
      </ul>
    </nav>
  )
}

function EntryLink({ entry: { path, label, icon: Icon, also = [] } }: { readonly entry: Entry }) {
  const [location] = useLocation()
  const isHere = [path, ...also].some((at) => location === at || location.startsWith(`${at}/`))
  return (
    <li>
      <Link
        href={path}
        aria-current={isHere ? 'page' : undefined}
        className={classNames(styles.entry, isHere && styles.here)}
      >
        <Icon size={17} aria-hidden />
        {label}
        {path === consoleRoutes.chat && <UnreadBadge />}
      </Link>
    </li>
  )
}
