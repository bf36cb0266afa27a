import { sentenceOf } from '../../../api/calls/call-error.ts'
import { useSendingDefaults } from '../../../api/campaigns/sending-defaults.ts'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { DefaultsForm } from './defaults-form.tsx'
import { defaultsMessages } from './defaults-messages.ts'

/** What a new campaign begins with, in the console and on the command line. */
export function DefaultsTab() {
  const { defaults, error, isLoading, retry } = useSendingDefaults()
  if (defaults) return <DefaultsForm defaults={defaults} />
  if (error && !isLoading) {
    const title = defaultsMessages.loadFailed
    return (
      <Card>
        <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
      </Card>
    )
  }
  return <TabSkeleton />
}
