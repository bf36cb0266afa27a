/** Loaded once the first screen shows, in one file: on a slow line each file costs a round trip. */
export { startLive } from './api/calls/live.ts'
export { ConnectionBar } from './layout/connection-bar.tsx'
export { HotKeys } from './layout/hot-keys/hot-keys.tsx'
export { UnreadBadge } from './layout/unread-badge.tsx'
export { AskHost } from './ui/overlays/ask-host.tsx'
export { ToastHost } from './ui/overlays/toast-host.tsx'
