import { Send, StickyNote } from 'lucide-react'
import type { SendMode } from '#contract/messages/conversation.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Asks once what Enviar does in conversations of own devices. */
export function SendChoiceDialog({
  onChoose,
  onClose,
}: {
  readonly onChoose: (mode: NonNullable<SendMode>) => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Enviar pelo WhatsApp?"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button icon={StickyNote} onClick={() => onChoose('anotacao')}>
            Só anotar
          </Button>
          <Button look="primary" icon={Send} onClick={() => onChoose('whatsapp')}>
            Enviar pelo WhatsApp
          </Button>
        </>
      }
    >
      <p>
        Uma mensagem chega à pessoa; uma anotação fica só aqui, na conversa. A escolha vale para as
        próximas vezes; para mudar, use “Enviar pelo WhatsApp”, acima do texto.
      </p>
    </Dialog>
  )
}
