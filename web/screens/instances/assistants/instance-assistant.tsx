import { useState } from 'react'
import type { Agent, AssistantLink } from '#contract/gateways/assistant.ts'
import {
  activateAssistant,
  type InstanceKey,
  linkAssistant,
  unlinkAssistant,
} from '../../../api/assistants.ts'
import { isSignedOut } from '../../../api/calls/call-error.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { Skeleton, SkeletonLine } from '../../../ui/display/skeleton.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import styles from './instance-assistant.module.css'

const NONE = ''

/** Which assistant answers for an instance, and whether it does now. */
export function InstanceAssistant({
  instance,
  agents,
  link,
}: {
  readonly instance: InstanceKey
  readonly agents: readonly Agent[] | undefined
  readonly link: AssistantLink | null | undefined
}) {
  const [isBusy, setIsBusy] = useState(false)
  if (!agents || link === undefined) return <AssistantShape />

  // Both show what the server has: a choice it refused falls back by itself.
  const ask = async (act: () => Promise<void>, failed: string) => {
    setIsBusy(true)
    try {
      await act()
    } catch (error) {
      if (!isSignedOut(error)) toastFailed(failed)
    } finally {
      setIsBusy(false)
    }
  }
  const choose = (agentId: string) =>
    ask(async () => {
      if (agentId === NONE) {
        await unlinkAssistant(instance)
        toastDone(gatewayMessages.assistants.unlinked)
        return
      }
      await linkAssistant(instance, { agentId, isActive: link?.isActive ?? true })
      toastDone(gatewayMessages.assistants.linked)
    }, gatewayMessages.assistants.linkFailed)
  const activate = (isActive: boolean) =>
    ask(() => activateAssistant(instance, isActive), gatewayMessages.assistants.statusFailed)

  const isListed = agents.some(({ id }) => id === link?.agentId)
  return (
    <div className={styles.assistant}>
      <SelectField
        label="Assistente"
        className={styles.select}
        value={link?.agentId ?? NONE}
        disabled={isBusy || (agents.length === 0 && !link)}
        onChange={({ target }) => void choose(target.value)}
      >
        <option value={NONE}>
          {agents.length === 0 && !link ? 'Nenhum: crie um em Assistentes' : 'Nenhum assistente'}
        </option>
        {link && !isListed && <option value={link.agentId}>Assistente desconhecido</option>}
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {link && (
        <Switch
          label="Responder"
          isOn={link.isActive}
          isBusy={isBusy}
          onChange={(isActive) => void activate(isActive)}
        />
      )}
    </div>
  )
}

/** The shape of the choice, with its name above it. */
export function AssistantShape() {
  return (
    <div className={styles.waiting}>
      <SkeletonLine width="10ch" />
      <Skeleton height="var(--control)" />
    </div>
  )
}
