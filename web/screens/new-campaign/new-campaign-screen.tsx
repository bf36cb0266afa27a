import { useDeferredValue } from 'react'
import { Link, useSearchParams } from 'wouter'
import { recommendedDefaults } from '#contract/campaigns/sending-defaults.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { useCampaign } from '../../api/campaigns/campaigns.ts'
import { useSendingDefaults } from '../../api/campaigns/sending-defaults.ts'
import { messages } from '../../messages.ts'
import { type Session, useSession } from '../../session/session.ts'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { CampaignForm, type Origin } from './form/campaign-form.tsx'
import { FormSkeleton } from './form-skeleton.tsx'

const titles: Readonly<Record<Origin['purpose'], string>> = {
  new: 'Nova campanha',
  reuse: 'Nova campanha',
  edit: 'Editar campanha',
}

/** The form of a campaign: empty, or begun with another (`?reutilizar`), for lists (`?lista`), or that one's own (`?editar`). */
export function NewCampaignScreen() {
  const [query] = useSearchParams()
  const editedId = query.get('editar')
  const reusedId = query.get('reutilizar')
  const listIds = query.getAll('lista')
  const purpose = editedId ? 'edit' : reusedId ? 'reuse' : 'new'
  const id = editedId || reusedId || null
  return (
    <Page
      title={titles[purpose]}
      hint={<BackLink to={consoleRoutes.campaigns} label="Campanhas" />}
    >
      <Body key={`${purpose} ${id} ${listIds}`} purpose={purpose} id={id} listIds={listIds} />
    </Page>
  )
}

function Body({
  purpose,
  id,
  listIds,
}: {
  readonly purpose: Origin['purpose']
  readonly id: string | null
  readonly listIds: readonly string[]
}) {
  const session = useSession()
  const { data, error, mutate } = useCampaign(id)
  // The form is drawn in slices, between which the browser answers: at once it takes a slow phone 200 ms.
  const campaign = useDeferredValue(data)
  if (!session) return null
  if (id === null) return <NewForm session={session} listIds={listIds} />
  if (campaign) {
    const origin = { purpose, campaign, defaults: recommendedDefaults }
    return <CampaignForm session={session} origin={origin} />
  }
  if (error?.status === 404) return <Gone sentence={error.message} />
  if (error) {
    return (
      <Card>
        <ErrorState
          title={messages.campaigns.loadFailed}
          detail={error.message}
          onRetry={() => mutate()}
        />
      </Card>
    )
  }
  return <FormSkeleton isBegun />
}

/** Nobody waits for defaults that do not come: without them the recommended ones do. */
function NewForm({
  session,
  listIds,
}: {
  readonly session: Session
  readonly listIds: readonly string[]
}) {
  const { defaults, error } = useSendingDefaults()
  const known = useDeferredValue(defaults ?? (error && recommendedDefaults))
  if (!known) return <FormSkeleton isBegun={false} />
  const origin = { purpose: 'new', campaign: null, defaults: known, listIds } as const
  return <CampaignForm session={session} origin={origin} />
}

function Gone({ sentence }: { readonly sentence: string }) {
  return (
    <Card>
      <EmptyState
        title={sentence}
        action={
          <Link href={consoleRoutes.newCampaign} className={buttonClass('primary')}>
            Criar uma nova
          </Link>
        }
      >
        Ela pode ter sido excluída enquanto isso.
      </EmptyState>
    </Card>
  )
}
