import type { Command } from 'commander'

/** The flags of a message's file. */
export type AttachOptions = {
  readonly image?: string
  readonly attach?: string
  readonly attachName?: string
}

export function withAttachment(command: Command): Command {
  return command
    .option(
      '--attach <arquivo>',
      'anexo, no lugar da imagem: MP4, OGG/Opus, MP3, M4A (16 MB), PDF, DOCX, XLSX (64 MB) ou imagem',
    )
    .option('--attach-name <nome>', 'nome que a pessoa vê no documento (padrão: o do arquivo)')
}
