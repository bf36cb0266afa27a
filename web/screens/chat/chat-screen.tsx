import { Page } from '../../ui/page.tsx'

export function ChatScreen() {
  return <Page title="Chat">{null}</Page>
}
