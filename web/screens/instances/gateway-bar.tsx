import { ChevronRight, Eye, EyeOff, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { gatewaySentence, removeGateway, useGatewayVersion } from '../../api/gateways/gateways.ts'
import { refreshInstances, useInstances } from '../../api/gateways/instances.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { basePath } from '../../page-facts.ts'
import { maskedKey } from '../../parts/masked-key.ts'
import { report } from '../../report.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Skeleton, SkeletonLine } from '../../ui/display/skeleton.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { Card } from '../../ui/page/card.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import styles from './gateway-bar.module.css'

/** Chooses a gateway, tells a program how to reach it, and adds or takes one away. */
export function GatewayBar({
  gateways,
  chosen,
  onChoose,
  onRegister,
}: {
  readonly gateways: readonly Gateway[]
  readonly chosen: Gateway
  readonly onChoose: (id: string) => void
  readonly onRegister: () => void
}) {
  const [isRefreshing, setIsRefreshing] = useState(false)
  const refresh = async () => {
    setIsRefreshing(true)
    await refreshInstances(chosen.id)
    setIsRefreshing(false)
  }
  return (
    <Card className={styles.bar} aria-label="Gateway">
      <SelectField
        label="Gateway"
        className={styles.select}
        value={chosen.id}
        onChange={({ target }) => onChoose(target.value)}
      >
        {gateways.map((gateway) => (
          <option key={gateway.id} value={gateway.id}>
            {nameOf(gateway)}
          </option>
        ))}
      </SelectField>
      <div className={styles.actions}>
        <Button look="quiet" icon={RefreshCw} isBusy={isRefreshing} onClick={() => void refresh()}>
          Atualizar
        </Button>
        <Button look="quiet" icon={Plus} onClick={onRegister}>
          Cadastrar gateway
        </Button>
        {!chosen.isOwn && (
          <Button look="danger" icon={Trash2} onClick={() => void remove(chosen)}>
            Excluir gateway
          </Button>
        )}
      </div>
      <StaleInstances gateway={chosen} />
      <GatewayAccess key={chosen.id} gateway={chosen} />
    </Card>
  )
}

/** Says that the instances on screen are as they were before, and why. */
function StaleInstances({ gateway }: { readonly gateway: Gateway }) {
  const { instances, error } = useInstances(gateway.id)
  if (!instances || !error) return null
  return (
    <div className={styles.stale}>
      <Notice tone="danger" detail={gatewaySentence(error, gateway) ?? undefined}>
        {gatewayMessages.gateway.instancesStale}
      </Notice>
    </div>
  )
}

/** What a program needs to call a gateway: where, and with which key. */
function GatewayAccess({ gateway }: { readonly gateway: Gateway }) {
  const [isShown, setIsShown] = useState(false)
  const version = useGatewayVersion(gateway)
  const { url, apiKey, isOwn } = gateway
  const isNarrow = useIsNarrow()
  const facts = (
    <dl className={styles.access}>
      <div>
        <dt>URL</dt>
        <dd>
          <code>{url}</code>
          <CopyButton look="quiet" text={url} label="Copiar URL" />
        </dd>
      </div>
      <div>
        <dt>API Key</dt>
        <dd>
          <code>{isShown ? apiKey : maskedKey(apiKey)}</code>
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Ocultar API Key' : 'Mostrar API Key'}
            onClick={() => setIsShown(!isShown)}
          />
          <CopyButton look="quiet" text={apiKey} label="Copiar chave" />
        </dd>
      </div>
    </dl>
  )
  return (
    <>
      {/* On a phone the instances come first; who connects a program does so once. */}
      {isNarrow ? (
        <details className={styles.fold}>
          <summary>
            <ChevronRight size={16} aria-hidden />
            URL e API Key
          </summary>
          {facts}
        </details>
      ) : (
        facts
      )}
      <p className={styles.version}>
        {version && <span>{isOwn ? `disparo ${version}` : `Evolution API ${version}`}</span>}
        {isOwn && <a href={`${basePath}/docs`}>Como usar a API</a>}
      </p>
    </>
  )
}

/** The shape of the bar that is about to come, as high as it will be. */
export function GatewayBarSkeleton() {
  const isNarrow = useIsNarrow()
  return (
    <Card className={styles.bar}>
      <div className={styles.choosing}>
        <SkeletonLine width="8ch" />
        <Skeleton height="var(--control)" />
      </div>
      <Skeleton width="min(100%, 18rem)" height="var(--control)" />
      {isNarrow ? (
        <div className={styles.fold}>
          <Skeleton width="16ch" height="var(--control)" />
        </div>
      ) : (
        <div className={styles.access}>
          {['url', 'key'].map((each) => (
            <div key={each} className={styles.waiting}>
              <SkeletonLine width="8ch" />
              <Skeleton height="42px" />
            </div>
          ))}
        </div>
      )}
      <p className={styles.version}>
        <SkeletonLine width="24ch" />
      </p>
    </Card>
  )
}

/** The address, which is what its owner knows it by. */
export function nameOf({ url, isOwn }: Gateway): string {
  return isOwn ? `Este servidor · ${url}` : url
}

async function remove({ id }: Gateway): Promise<void> {
  const question = { title: 'Excluir gateway', isDangerous: true }
  if (!(await askYesNo(gatewayMessages.gateway.removeConfirm, question))) return
  try {
    await removeGateway(id)
    toastDone(gatewayMessages.gateway.removed)
  } catch (error) {
    if (isSignedOut(error)) return
    report(gatewayMessages.gateway.removeFailed, error)
    toastFailed(sentenceOf(error, gatewayMessages.gateway.removeFailed))
  }
}
