import { Search } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { findSetting } from '../../layout/hot-keys/opened.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import styles from './settings-screen.module.css'
import { settingsTabs } from './settings-tabs.ts'

const isMac = /Mac|iP/.test(navigator.platform)

/** Settings, one subject a tab; the open one is in the page's address, so that it can be linked to. */
export function SettingsScreen() {
  const [parameters, setParameters] = useSearchParams()
  const asked = settingsTabs.findIndex(({ slug }) => slug === parameters.get('aba'))
  return (
    <Page
      title="Configurações"
      actions={
        <Button icon={Search} onClick={findSetting}>
          Buscar ajuste
          <kbd aria-hidden className={styles.key}>
            {isMac ? '⌘ K' : 'Ctrl K'}
          </kbd>
        </Button>
      }
    >
      <div className={styles.settings}>
        <Tabs
          label="Configurações"
          place="beside"
          tabs={settingsTabs.map(({ name, icon, group, Content }) => ({
            name,
            icon,
            ...(group === undefined ? {} : { group }),
            content: <Content key={name} />,
          }))}
          chosen={Math.max(asked, 0)}
          onChoose={(index) => {
            const slug = settingsTabs[index]?.slug
            if (slug) setParameters({ aba: slug }, { replace: true })
          }}
        />
      </div>
    </Page>
  )
}
