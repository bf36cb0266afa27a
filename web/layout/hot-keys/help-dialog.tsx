import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './palette.module.css'

const keys = [
  ['Ctrl + K', 'ir para qualquer tela, ação, ajuste ou contato (⌘K no Mac)'],
  ['/', 'buscar na tela em que você está'],
  ['?', 'abrir esta ajuda'],
  ['Ctrl + Z', 'desfazer: a última alteração de uma lista, ou o que acabou de ser excluído'],
  ['Enter, F2', 'em uma lista, editar a célula; digitar nela troca o texto, Delete esvazia'],
  ['Ctrl + C, V', 'em uma lista, copiar e colar células, também de uma planilha'],
  ['Shift ← →', 'no título de uma coluna, mudar a largura dela'],
  ['Ctrl + Enter', 'salvar a janela em que você escreve'],
  ['F6', 'em uma lista com pessoas marcadas, ir aos botões e voltar'],
  ['↑ ↓', 'no Chat, ir de conversa em conversa; Enter abre, Esc volta à lista'],
  ['Esc', 'fechar o que está aberto'],
] as const

const answers = [
  [
    'Por que 60 segundos?',
    'Uma pausa de um minuto parece com quem escreve à mão. Mensagens rápidas demais para quem nunca falou com você são o motivo mais comum de restrição. Ninguém de fora conhece os limites exatos do WhatsApp.',
  ],
  [
    'Fui restrito, e agora?',
    'Espere: a conexão mostra até quando a restrição vale, e as campanhas continuam sozinhas depois. Quem já conversa com você ainda recebe. Quando voltar, comece com poucas mensagens por dia e com quem conhece o seu número.',
  ],
  [
    'E se eu fechar o navegador?',
    'A campanha continua no servidor. Se o servidor reiniciar, ela segue de onde parou, sem repetir nem pular ninguém.',
  ],
  [
    'Como alguém para de receber?',
    'Quem responde SAIR entra no descadastro na hora e não recebe mais campanhas. VOLTAR desfaz.',
  ],
  [
    'Por que alguns não receberam?',
    'Abra a campanha e filtre os erros: cada envio diz o motivo, como um número que não está no WhatsApp. De lá dá para reenviar só a quem faltou.',
  ],
] as const

/** Short answers, and the keys. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Ajuda" onClose={onClose}>
      <div className={styles.help}>
        {answers.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <section aria-label="Atalhos" className={styles.keys}>
          <h3>Atalhos</h3>
          <dl>
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
