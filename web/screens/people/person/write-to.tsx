import { MessageSquare, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { Person } from '#contract/people/person.ts'
import { useDevices } from '../../../api/devices.ts'
import { messages } from '../../../messages.ts'
import { conversationOf } from '../../../parts/conversation.ts'
import { PartFailure } from '../../../ui/display/part-failure.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'

/**
 * The way to a first message: it opens the chat from the one device there is, or asks from which
 * one, and warns of an opt-out first. Nothing is sent by it.
 */
export function WriteTo({
  person,
  phone,
  lastDeviceId,
  isRefused,
}: {
  readonly person: Person
  readonly phone: string
  /** WhatsApp knows no such number: it may be tried, and is not what the page is for. */
  readonly isRefused: boolean
  /** The device that the last campaign wrote to them from. */
  readonly lastDeviceId: string | null
}) {
  const { data, error, mutate } = useDevices()
  const devices = data?.devices
  const [isAsking, setIsAsking] = useState(false)
  const look = isRefused ? 'plain' : 'primary'
  if (error && !devices) {
    return (
      <PartFailure
        sentence={messages.connections.loadFailed}
        detail={error.message}
        onRetry={() => mutate()}
      />
    )
  }
  if (!devices) {
    return (
      <Button look={look} icon={MessageSquare} disabled>
        Enviar mensagem
      </Button>
    )
  }
  const [only, ...others] = devices
  if (!only) {
    return (
      <Link href={consoleRoutes.baileys} className={buttonClass('primary')}>
        <Smartphone size={16} aria-hidden />
        Conectar para escrever
      </Link>
    )
  }
  if (others.length === 0 && !person.optOut) {
    return (
      <Link href={conversationOf(only.deviceId, phone)} className={buttonClass(look)}>
        <MessageSquare size={16} aria-hidden />
        Enviar mensagem
      </Link>
    )
  }
  return (
    <>
      <Button look={look} icon={MessageSquare} onClick={() => setIsAsking(true)}>
        Enviar mensagem
      </Button>
      {isAsking && (
        <ConnectionDialog
          person={person}
          phone={phone}
          devices={devices}
          lastDeviceId={lastDeviceId}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
