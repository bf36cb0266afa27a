import { Plus, Server } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { useGateways } from '../../api/gateways/gateways.ts'
import { type InstanceNumber, useInstances } from '../../api/gateways/instances.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { Loading } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { AssistantsPanel } from './assistants/assistants-panel.tsx'
import { CreateInstanceDialog } from './create-instance-dialog.tsx'
import { GatewayBar, GatewayBarSkeleton } from './gateway-bar.tsx'
import { GatewayDialog } from './gateway-dialog.tsx'
import { InstanceList } from './instance-list.tsx'
import { InstancesSkeleton } from './instances-skeleton.tsx'

/** Parameter of the address that names the chosen gateway. */
const CHOSEN = 'gateway'

/** Gateways, the accounts that are connected to them, and who answers there. */
export function InstancesScreen() {
  const { data: gateways, error, mutate } = useGateways()
  const [search, setSearch] = useSearchParams()
  const [dialog, setDialog] = useState<'instance' | 'gateway' | null>(null)
  const [pairing, setPairing] = useState<InstanceNumber | null>(null)
  const chosen = gateways?.find(({ id }) => id === search.get(CHOSEN)) ?? gateways?.[0]
  /** Whether the page shows its parts, as shapes before they are known. */
  const isOpen = gateways ? chosen !== undefined : !error
  const choose = (id: string) => setSearch({ [CHOSEN]: id }, { replace: true })
  const close = () => setDialog(null)
  return (
    <Page
      title="Instâncias"
      hint="As contas de WhatsApp dos seus gateways, para onde vão as mensagens delas e quem responde."
      actions={
        chosen ? (
          <NewInstance gateway={chosen} onCreate={() => setDialog('instance')} />
        ) : (
          isOpen && <NewInstanceButton />
        )
      }
    >
      {!gateways && error && (
        <Card>
          <ErrorState
            title={gatewayMessages.gateway.loadFailed}
            detail={error.message}
            onRetry={() => void mutate()}
          />
        </Card>
      )}
      {gateways?.length === 0 && <NoGateway onRegister={() => setDialog('gateway')} />}
      {isOpen && (
        <>
          {gateways && chosen ? (
            <GatewayBar
              gateways={gateways}
              chosen={chosen}
              onChoose={choose}
              onRegister={() => setDialog('gateway')}
            />
          ) : (
            <Loading>
              <GatewayBarSkeleton />
            </Loading>
          )}
          <Tabs
            label="Instâncias e assistentes"
            tabs={[
              {
                name: 'Instâncias',
                content: chosen ? (
                  <InstanceList
                    key={chosen.id}
                    gateway={chosen}
                    pairing={pairing}
                    onPair={setPairing}
                    onCreate={() => setDialog('instance')}
                  />
                ) : (
                  <InstancesSkeleton />
                ),
              },
              { name: 'Assistentes', content: <AssistantsPanel /> },
            ]}
          />
        </>
      )}
      {dialog === 'gateway' && (
        <GatewayDialog
          onRegistered={({ id }) => {
            close()
            choose(id)
          }}
          onClose={close}
        />
      )}
      {dialog === 'instance' && gateways && chosen && (
        <CreateInstanceDialog
          gateways={gateways}
          chosen={chosen}
          onCreated={(gateway: Gateway, created: InstanceNumber) => {
            close()
            choose(gateway.id)
            setPairing(created)
          }}
          onClose={close}
        />
      )}
    </Page>
  )
}

/** Where there is no instance yet, the list itself offers to make the first. */
function NewInstance({
  gateway,
  onCreate,
}: {
  readonly gateway: Gateway
  readonly onCreate: () => void
}) {
  const { instances } = useInstances(gateway.id)
  return instances?.length === 0 ? null : <NewInstanceButton onClick={onCreate} />
}

/** Off before the gateway is known. */
function NewInstanceButton({ onClick }: { readonly onClick?: () => void }) {
  return (
    <Button look="primary" icon={Plus} disabled={!onClick} onClick={onClick}>
      Nova instância
    </Button>
  )
}

function NoGateway({ onRegister }: { readonly onRegister: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={Server}
        title={gatewayMessages.gateway.empty}
        action={
          <Button look="primary" onClick={onRegister}>
            Cadastrar gateway
          </Button>
        }
      >
        Um gateway é um servidor Evolution API, com o seu endereço e a sua chave.
      </EmptyState>
    </Card>
  )
}
