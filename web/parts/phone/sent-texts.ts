import { withOptOutFooter } from '#contract/optouts/opt-out-words.ts'

/** The texts of a campaign as they go out, its own first; an empty one gets no footer. */
export function sentTexts({
  text,
  variants = [],
  hasOptOutFooter = false,
}: {
  readonly text: string
  readonly variants?: readonly string[] | undefined
  readonly hasOptOutFooter?: boolean | undefined
}): readonly string[] {
  return [text, ...variants].map((each) =>
    each.trim() === '' ? each : withOptOutFooter(each, hasOptOutFooter),
  )
}
