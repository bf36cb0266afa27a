import { z } from 'zod'
import { TEXT_MAX_LENGTH } from '../limits.ts'

/** How an instance behaves by itself, in Evolution API's words. */
export const InstanceSettings = z.object({
  /** Calls are refused, and `msgCall` is sent to whoever called; empty: nothing. */
  rejectCall: z.boolean(),
  msgCall: z.string(),
  /** What comes in from groups is neither kept nor published. */
  groupsIgnore: z.boolean(),
  alwaysOnline: z.boolean(),
  /** Messages are read on WhatsApp as they arrive. */
  readMessages: z.boolean(),
  /** The status updates of others are seen. */
  readStatus: z.boolean(),
})
export type InstanceSettings = z.infer<typeof InstanceSettings>

/** An instance that nobody has set up. */
export const unsetSettings: InstanceSettings = {
  rejectCall: false,
  msgCall: '',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
}

const flag = z.boolean('Informe true ou false.')
const callAnswer = z.string().max(TEXT_MAX_LENGTH, 'O texto é longo demais.').nullish()

/** All of them: a setting that is left out would be switched off by mistake. */
export const EvolutionSettingsBody = z
  .object({
    rejectCall: flag,
    msgCall: callAnswer,
    groupsIgnore: flag,
    alwaysOnline: flag,
    readMessages: flag,
    readStatus: flag,
    syncFullHistory: flag.refine((isWanted) => !isWanted, {
      message: 'O histórico completo não é guardado por este gateway. Envie false.',
    }),
  })
  .transform(({ syncFullHistory: _, msgCall, ...settings }) => ({
    ...settings,
    msgCall: msgCall ?? '',
  }))

/** The same when an instance is created, where all may be left out. */
export const createdSettings = {
  rejectCall: z.boolean().optional(),
  msgCall: callAnswer,
  groupsIgnore: z.boolean().optional(),
  alwaysOnline: z.boolean().optional(),
  readMessages: z.boolean().optional(),
  readStatus: z.boolean().optional(),
  /** Counts as false: the answer says so. */
  syncFullHistory: z.boolean().optional(),
}
const CreatedSettings = z.object(createdSettings)

export function readCreatedSettings(given: z.infer<typeof CreatedSettings>): InstanceSettings {
  return {
    rejectCall: given.rejectCall ?? false,
    msgCall: given.msgCall ?? '',
    groupsIgnore: given.groupsIgnore ?? false,
    alwaysOnline: given.alwaysOnline ?? false,
    readMessages: given.readMessages ?? false,
    readStatus: given.readStatus ?? false,
  }
}

const ChangedSettings = InstanceSettings.extend({ syncFullHistory: z.boolean() })
export const SettingsJson = ChangedSettings.extend({ wavoipToken: z.string() })
export const SettingsChangedJson = z.object({
  settings: z.object({ instanceName: z.string(), settings: ChangedSettings }),
})
