import { useEffect, useState } from 'react'
import type { ChatPlace } from '../../../api/chat.ts'
import { readChat } from '../../../api/chats.ts'
import { report } from '../../../report.ts'

/** Counts a chat as read up to its last shown message, while somebody can see it. */
export function useMarkRead({
  place: { gatewayId, instance },
  remoteJid,
  unreadCount,
  lastId,
}: {
  readonly place: ChatPlace
  readonly remoteJid: string
  readonly unreadCount: number
  /** The last message that the thread shows. */
  readonly lastId: string | undefined
}): void {
  const isVisible = useIsVisible()
  useEffect(() => {
    if (unreadCount === 0 || lastId === undefined || !isVisible) return
    readChat({ place: { gatewayId, instance }, remoteJid }, lastId).catch((error) =>
      report('A conversa não foi marcada como lida.', error),
    )
  }, [gatewayId, instance, remoteJid, unreadCount, lastId, isVisible])
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const note = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  return isVisible
}
