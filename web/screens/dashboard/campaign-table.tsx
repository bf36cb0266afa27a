import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { useListNames } from '../../api/lists/contacts.ts'
import { formatCount } from '../../format.ts'
import { messages } from '../../messages.ts'
import { Loading, Skeletons } from '../../ui/display/skeleton.tsx'
import { ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Card, CardHead } from '../../ui/page/card.tsx'
import { CampaignRow } from './campaign-row.tsx'
import styles from './campaign-table.module.css'

/** Rows that show at first, and that each press adds. */
const ROWS_STEP = 20
const SKELETON_ROWS = 4

/** All campaigns, newest first; null: they are being loaded. */
export function CampaignTable({
  campaigns,
  error,
  onRetry,
}: {
  readonly campaigns: readonly Campaign[] | null
  readonly error: unknown
  readonly onRetry: () => void
}) {
  return (
    <Card>
      <CardHead title="Campanhas" />
      {campaigns ? (
        <Rows campaigns={campaigns} />
      ) : error ? (
        <ErrorState
          title={messages.campaigns.loadFailed}
          detail={sentenceOf(error, '')}
          onRetry={onRetry}
        />
      ) : (
        <Loading className={styles.shapes}>
          <Skeletons count={SKELETON_ROWS} height="24px" />
        </Loading>
      )}
    </Card>
  )
}

function Rows({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  const [shownCount, setShownCount] = useState(ROWS_STEP)
  const { lists } = useListNames()
  if (campaigns.length === 0) return <NoCampaigns />
  return (
    <div className={styles.room}>
      <table className={styles.table} data-live>
        <thead>
          <tr>
            <th scope="col">Campanha</th>
            <th scope="col">Status</th>
            <th scope="col" className={styles.number}>
              Mensagens
            </th>
            <th scope="col">Taxa de Entrega</th>
            <th scope="col">Data</th>
            <th scope="col">
              <span className="visually-hidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {campaigns.slice(0, shownCount).map((campaign) => (
            <CampaignRow key={campaign.id} campaign={campaign} lists={lists} />
          ))}
        </tbody>
      </table>
      {campaigns.length > shownCount && (
        <div className={styles.more}>
          <span>
            {formatCount(shownCount)} de {formatCount(campaigns.length)}
          </span>
          <Button icon={ChevronDown} onClick={() => setShownCount(shownCount + ROWS_STEP)}>
            Mostrar mais
          </Button>
        </div>
      )}
    </div>
  )
}

/** The first steps above lead on. */
function NoCampaigns() {
  return (
    <div className={styles.none}>
      <p>Nenhuma campanha ainda</p>
      <p>Depois da primeira, acompanhe aqui os envios e as entregas.</p>
    </div>
  )
}
