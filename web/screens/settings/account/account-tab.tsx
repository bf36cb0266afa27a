import type { User } from '#contract/account.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { useAccount } from '../../../api/own-account.ts'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Card } from '../../../ui/page/card.tsx'
import styles from '../settings.module.css'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { accountMessages } from './account-messages.ts'
import { ApiKeyCard } from './api-key-card.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Who the account's holder is, what opens the account, and where it is open. */
export function AccountTab() {
  const { account, error, isLoading, retry } = useAccount()
  if (account) return <Cards account={account} />
  if (error && !isLoading) {
    const title = accountMessages.loadFailed
    return (
      <Card>
        <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
      </Card>
    )
  }
  return <TabSkeleton />
}

function Cards({ account }: { readonly account: User }) {
  return (
    <div className={styles.stack}>
      <ProfileCard account={account} />
      <PasswordCard email={account.email} />
      <SessionsCard />
      <ApiKeyCard apiKey={account.apiKey} />
      <OwnDataCard email={account.email} />
    </div>
  )
}
