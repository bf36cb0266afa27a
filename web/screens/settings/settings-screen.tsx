import { Notice } from '../../ui/display/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { AccountTab } from './account-tab.tsx'
import { BillingTab } from './billing-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import styles from './settings-screen.module.css'

/** What settings will look like: samples, of which nothing is saved. */
export function SettingsScreen() {
  return (
    <Page title="Configurações">
      <div className={styles.settings}>
        <Notice tone="info">
          Conteúdo de exemplo: os dados desta tela são ilustrativos e nada é salvo.
        </Notice>
        <Tabs
          label="Configurações"
          tabs={[
            { name: 'Account', content: <AccountTab /> },
            { name: 'Notifications', content: <NotificationsTab /> },
            { name: 'Billing', content: <BillingTab /> },
          ]}
        />
      </div>
    </Page>
  )
}
