import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { ChatPlace } from '../../../../api/chat.ts'
import { isViewed } from '../media-facts.ts'
import type { Bubble, ThreadItem } from '../thread-items.ts'
import { FileViewer } from './file-viewer.tsx'

type ThreadFilesContext = {
  readonly place: ChatPlace
  /** Shows the picture or video of a message. */
  readonly view: (messageId: string) => void
}

const ThreadFiles = createContext<ThreadFilesContext | null>(null)

/** What a message's file needs to know of the thread that it stands in. */
export function useThreadFiles(): ThreadFilesContext {
  const context = useContext(ThreadFiles)
  if (!context) throw new Error('a file outside of a thread')
  return context
}

/** Shows the files of a thread's messages, one after the other. */
export function WithFiles({
  place: { gatewayId, instance },
  items,
  children,
}: {
  readonly place: ChatPlace
  readonly items: readonly ThreadItem[]
  readonly children: ReactNode
}) {
  const [viewedId, setViewedId] = useState<string | null>(null)
  const context = useMemo(
    () => ({ place: { gatewayId, instance }, view: setViewedId }),
    [gatewayId, instance],
  )
  const viewed = viewedId === null ? [] : items.filter(isShown)
  const at = viewed.findIndex(({ messageId }) => messageId === viewedId)
  const bubble = viewed[at]
  return (
    <ThreadFiles.Provider value={context}>
      {children}
      {bubble && (
        <FileViewer
          place={context.place}
          bubble={bubble}
          earlier={viewed[at - 1]?.messageId ?? null}
          later={viewed[at + 1]?.messageId ?? null}
          onView={setViewedId}
          onClose={() => setViewedId(null)}
        />
      )}
    </ThreadFiles.Provider>
  )
}

/** A picture or video that can be opened. */
function isShown(item: ThreadItem): item is Bubble {
  return item.kind === 'bubble' && item.change !== 'taken_back' && isViewed(item.type, item.file)
}
