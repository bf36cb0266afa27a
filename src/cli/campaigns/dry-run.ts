import { z } from 'zod'
import { CampaignPreviewJson } from '../../contract/campaigns/campaign-preview.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatRecord } from '../terminal/table.ts'
import type { Draft } from './campaign-draft.ts'
import type { variantsOf } from './options/variant-options.ts'
import { askPreview, formatPreview, type PreviewOptions } from './preview.ts'

const NOTHING = 'Nenhuma campanha foi criada (--dry-run).'

/** Says what `create` would make of its options, and what that campaign would do. */
export async function showDryRun(
  { terminal }: Context,
  client: Client,
  {
    draft,
    given,
    variants,
  }: {
    readonly draft: Draft
    readonly given: PreviewOptions
    readonly variants: Awaited<ReturnType<typeof variantsOf>>
  },
): Promise<ExitCode> {
  const { name, status, scheduledAt, lists } = draft
  // A draft may have no list, and so no recipients to preview.
  const preview =
    lists.length === 0
      ? null
      : await askPreview(client, given, { ...draft, variants, attachment: null })
  const value = {
    dry_run: true,
    ...{ name, status, data_de_envio: scheduledAt },
    ...(preview && z.encode(CampaignPreviewJson, preview)),
  }
  terminal.answer(value, () =>
    [
      formatRecord(terminal, [
        ['Campanha', name],
        ['Status', scheduledAt === null ? status : `${status}, ${formatTime(scheduledAt)}`],
      ]),
      ...(preview ? [formatPreview(terminal, preview, draft.device)] : []),
      '',
      NOTHING,
    ].join('\n'),
  )
  return ExitCode.done
}
