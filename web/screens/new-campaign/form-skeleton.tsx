import { Loading, Skeleton, SkeletonLine } from '../../ui/display/skeleton.tsx'
import { useIsNarrow, useMedia } from '../../ui/use-media.ts'
import formStyles from './form/campaign-form.module.css'
import { PREVIEW_BESIDE } from './form/campaign-form.tsx'
import fieldStyles from './form/fields.module.css'
import { Section } from './form/section.tsx'
import styles from './new-campaign-screen.module.css'

/** The shape of the form that is about to come: its own places, titles and heights. */
export function FormSkeleton({ isBegun }: { readonly isBegun: boolean }) {
  const isWide = useMedia(PREVIEW_BESIDE)
  const preview = (
    <div className={formStyles.preview}>
      <div className={styles.phone} />
    </div>
  )
  return (
    <Loading className={formStyles.form}>
      <div className={formStyles.columns}>
        <div className={formStyles.sections}>
          <Section number={1} title="Básico" isDone={isBegun}>
            <div className={fieldStyles.pair}>
              <FieldShape hint="18ch" />
              <FieldShape />
            </div>
          </Section>
          <Section number={2} title="Público" isDone={isBegun}>
            <FieldShape />
          </Section>
          <Section number={3} title="Mensagem" isDone={isBegun}>
            <FieldShape height="162px" hint="10ch" />
            <FieldShape height="78px" />
          </Section>
          {!isWide && preview}
        </div>
        {isWide && preview}
      </div>
      <FootShape />
    </Loading>
  )
}

function FieldShape({
  height = 'var(--control)',
  hint,
}: {
  readonly height?: string
  readonly hint?: string
}) {
  return (
    <div className={styles.field}>
      <SkeletonLine width="14ch" />
      <Skeleton height={height} />
      {hint && <SkeletonLine width={hint} />}
    </div>
  )
}

/** On a phone only what sends stays in sight. */
function FootShape() {
  const isNarrow = useIsNarrow()
  return (
    <div className={formStyles.foot}>
      {!isNarrow && (
        <div className={formStyles.plan}>
          <SkeletonLine width="40ch" />
        </div>
      )}
      <div className={formStyles.go}>
        {isNarrow && (
          <div className={styles.end}>
            <SkeletonLine width="30ch" />
          </div>
        )}
        <div className={styles.main}>
          <Skeleton height="100%" />
        </div>
      </div>
    </div>
  )
}
