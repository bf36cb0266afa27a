import { useEffect, useRef, useState } from 'react'
import type { OptOutImportReport } from '#contract/optouts/opt-out.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import {
  checkOptOutFile,
  importOptOuts,
  type OptOutChoices,
  refusedOptOutRows,
} from '../../../api/opt-outs.ts'
import { optOutMessages } from '../../../parts/opt-outs/opt-out-messages.ts'
import { toastFailed } from '../../../ui/overlays/toast.ts'

/** How far a file has come on its way into the list. */
export type ImportStep =
  | { readonly at: 'choosing'; readonly failure: string | null }
  | { readonly at: 'reading'; readonly file: File; readonly share: number }
  | {
      readonly at: 'preview'
      readonly file: File
      readonly check: OptOutImportReport
      /** What was chosen last: the check may still be of before. */
      readonly choices: OptOutChoices
      /** How the file was read for the check. */
      readonly checkedWith: OptOutChoices
      readonly busyWith: 'reading' | 'saving' | null
      /** Share of the file that was sent, while it is being saved. */
      readonly share: number
      readonly failure: string | null
    }
  | {
      readonly at: 'done'
      readonly file: File
      readonly report: OptOutImportReport
      readonly choices: OptOutChoices
    }

const firstChoices: OptOutChoices = { ddd: '', sheet: null }
const noted = () => undefined
const choosing = { at: 'choosing', failure: null } as const

/** Has the server read a file, shows what an import would do, and imports it. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>(choosing)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return { step, choose, reread, save, back, refusedRows }

  async function choose(file: File): Promise<void> {
    const signal = begin()
    const onProgress = (share: number) => setStep({ at: 'reading', file, share })
    onProgress(0)
    try {
      const check = await checkOptOutFile(file, firstChoices, { signal, onProgress })
      setStep(preview(file, check, firstChoices))
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      setStep({ at: 'choosing', failure: sentenceOf(error, optOutMessages.importFailed) })
    }
  }

  /** Reads the file again, otherwise; where that fails, what was chosen before stands again. */
  async function reread(changed: Partial<OptOutChoices>): Promise<void> {
    if (step.at !== 'preview' || step.busyWith === 'saving') return
    const signal = begin()
    const choices = { ...step.choices, ...changed }
    setStep({ ...step, choices, busyWith: 'reading', failure: null })
    try {
      const check = await checkOptOutFile(step.file, choices, { signal, onProgress: noted })
      setStep(preview(step.file, check, choices))
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      const failure = sentenceOf(error, optOutMessages.importFailed)
      setStep({ ...step, choices: step.checkedWith, busyWith: null, failure })
    }
  }

  async function save(): Promise<void> {
    if (step.at !== 'preview' || step.busyWith !== null) return
    const { file, choices } = step
    const signal = begin()
    const onProgress = (share: number) =>
      setStep({ ...step, busyWith: 'saving', share, failure: null })
    onProgress(0)
    try {
      const report = await importOptOuts(file, choices, { signal, onProgress })
      setStep({ at: 'done', file, report, choices })
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return
      const failure = sentenceOf(error, optOutMessages.importFailed)
      setStep({ ...step, busyWith: null, failure })
    }
  }

  function back(): void {
    // What has been sent is taken all the same: its report is not to be lost.
    if (step.at === 'preview' && step.busyWith === 'saving') return
    controller.current?.abort()
    setStep(choosing)
  }

  /** The refused rows as a file; null where that failed. */
  async function refusedRows(): Promise<Blob | null> {
    if (step.at !== 'preview' && step.at !== 'done') return null
    return await refusedOptOutRows(step.file, step.choices).catch((error: unknown) => {
      if (!isSignedOut(error)) toastFailed(sentenceOf(error, optOutMessages.refusedFailed))
      return null
    })
  }

  function begin(): AbortSignal {
    controller.current?.abort()
    controller.current = new AbortController()
    return controller.current.signal
  }
}

function preview(file: File, check: OptOutImportReport, choices: OptOutChoices) {
  const read = { file, check, choices, checkedWith: choices }
  return { at: 'preview', ...read, busyWith: null, share: 0, failure: null } as const
}
