import { useState } from 'react'
import type { DeviceStanding } from '#contract/devices/device-standing.ts'
import { WARM_UP_FIRST_DAY } from '#contract/limits.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { changeDevice } from '../../api/devices.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { messages } from '../../messages.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toastFailed } from '../../ui/overlays/toast.ts'

/** The device that a reviewed campaign goes out from. */
export type ReviewedConnection = {
  readonly deviceId: string
  readonly name: string
  readonly phone: string | null
  /** Left out where nothing limits the new people that it writes to. */
  readonly limits: DeviceStanding['limits']
}

/**
 * Says how many recipients the number never wrote to. Where they are many and nothing limits them,
 * offers to begin with few of them a day: the device keeps what is chosen.
 */
export function StrangersNotice({
  strangers,
  connection,
  onLimited,
}: {
  /** Null where nobody knows. */
  readonly strangers: number | null
  readonly connection: ReviewedConnection
  /** Called once the device has another limit. */
  readonly onLimited: () => Promise<void>
}) {
  const { limits, isUsed, isStale, warmUp } = useWarmUp(connection, onLimited)
  if (strangers === 0) return null
  if (strangers === null) {
    return (
      <Notice tone="info">
        Com a conexão desligada não dá para saber quem já recebeu mensagem deste número, e a
        campanha espera até ela voltar.
      </Notice>
    )
  }
  // A limit that was set here can be taken back here.
  const isOffered = limits ? isUsed && limits.isWarmingUp : isUsed || strangers > WARM_UP_FIRST_DAY
  return (
    <Notice tone={limits ? 'info' : 'warn'}>
      <p>
        {formatQuantity(strangers, 'pessoa nunca recebeu', 'pessoas nunca receberam')} mensagem
        deste número. {limits ? limitWords(limits) : riskWords}
      </p>
      {isOffered && !limits && <p>{offerWords}</p>}
      {isStale && <p role="alert">{staleWords}</p>}
      {isOffered && (
        <Button isBusy={warmUp.isBusy} onClick={() => void warmUp.set(!limits)}>
          {limits ? 'Tirar este limite' : `Começar com ${WARM_UP_FIRST_DAY} por dia`}
        </Button>
      )}
    </Notice>
  )
}

const riskWords =
  'Escrever a muitos desconhecidos de uma vez pode fazer o WhatsApp restringir o número: comece com poucos e devagar.'
const offerWords = `Com o aquecimento saem ${WARM_UP_FIRST_DAY} delas no primeiro dia e um quarto a mais a cada dia sem recusa; quem já recebeu deste número não espera. É uma regra prática: o WhatsApp não diz os limites dele.`

const staleWords =
  'A conexão guardou a escolha, mas não foi possível refazer as contas: o início e o fim acima são os de antes.'

function limitWords({ today, isWarmingUp }: NonNullable<ReviewedConnection['limits']>): string {
  const many = `A conexão escreve a até ${formatCount(today)} por dia`
  return `${many}${isWarmingUp ? ', em aquecimento' : ''}; as outras esperam a vez.`
}

function useWarmUp({ deviceId, limits: told }: ReviewedConnection, onLimited: () => Promise<void>) {
  const [last, setLast] = useState(told)
  /** Limits that the device got here; null: those of the review hold, as once they change. */
  const [own, setOwn] = useState<Pick<ReviewedConnection, 'limits'> | null>(null)
  if (!sameLimits(told, last)) {
    setLast(told)
    setOwn(null)
  }
  const [isUsed, setIsUsed] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  /** Whether the review could not be made again after the last change. */
  const [isStale, setIsStale] = useState(false)
  const change = async (isWarmingUp: boolean) => {
    try {
      const { standing } = await changeDevice(deviceId, { isWarmingUp })
      setOwn({ limits: standing.limits })
    } catch (error) {
      if (!isSignedOut(error)) {
        toastFailed(sentenceOf(error, messages.connections.settingsFailed))
      }
      return
    }
    setIsStale(await failed(onLimited))
  }
  const set = async (isWarmingUp: boolean) => {
    setIsBusy(true)
    setIsUsed(true)
    await change(isWarmingUp)
    setIsBusy(false)
  }
  const { limits } = own ?? { limits: told }
  return { limits, isUsed, isStale, warmUp: { isBusy, set } }
}

function sameLimits(
  one: ReviewedConnection['limits'],
  other: ReviewedConnection['limits'],
): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function failed(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    return !isSignedOut(error)
  }
}
