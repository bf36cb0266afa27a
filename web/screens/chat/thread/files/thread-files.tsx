import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ChatPlace } from '../../../../api/chat.ts'
import { isViewed } from '../media-facts.ts'
import type { Bubble, ThreadItem } from '../thread-items.ts'
import { sourceOf, useSource } from './file-source.ts'
import { FileViewer } from './file-viewer.tsx'

type ThreadFilesContext = {
  readonly place: ChatPlace
  /**
   * Notes that a message's file is asked for, which may take its time; returns a check whether it
   * still is what was asked for last in the thread: only then it opens or plays by itself.
   */
  readonly ask: (messageKey: string) => () => boolean
  /** Shows the picture or video of a message. */
  readonly view: (messageKey: string) => void
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
  const [viewedKey, setViewedKey] = useState<string | null>(null)
  const ask = useLastAsked()
  const context = useMemo(
    () => ({ place: { gatewayId, instance }, ask, view: setViewedKey }),
    [gatewayId, instance, ask],
  )
  const isShown = (item: ThreadItem): item is Bubble =>
    item.kind === 'bubble' &&
    item.change !== 'taken_back' &&
    isViewed(item.type) &&
    sourceOf(context.place, item) !== null
  const viewed = viewedKey === null ? [] : items.filter(isShown)
  const at = viewed.findIndex(({ key }) => key === viewedKey)
  const bubble = viewed[at]
  return (
    <ThreadFiles.Provider value={context}>
      {children}
      {bubble && (
        <Viewed
          place={context.place}
          bubble={bubble}
          earlier={viewed[at - 1]?.key ?? null}
          later={viewed[at + 1]?.key ?? null}
          onView={setViewedKey}
          onClose={() => setViewedKey(null)}
        />
      )}
    </ThreadFiles.Provider>
  )
}

/** Once the thread is left nothing of it opens any more. */
function useLastAsked(): ThreadFilesContext['ask'] {
  const last = useRef<string | null>(null)
  useEffect(
    () => () => {
      last.current = null
    },
    [],
  )
  return useCallback((messageKey) => {
    last.current = messageKey
    // A dialog that was opened over the thread meanwhile stays on top.
    return () => last.current === messageKey && document.querySelector('dialog[open]') === null
  }, [])
}

type ViewerProps = Parameters<typeof FileViewer>[0]

function Viewed({ place, ...viewer }: Omit<ViewerProps, 'source'> & { readonly place: ChatPlace }) {
  const source = useSource(place, viewer.bubble)
  return source && <FileViewer source={source} {...viewer} />
}
