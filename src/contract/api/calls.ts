import { accountApi } from './account-api.ts'
import { campaignApi } from './campaign-api.ts'
import { campaignEditApi } from './campaign-edit-api.ts'
import { chatApi } from './chat-api.ts'
import { contactApi } from './contact-api.ts'
import { listRowsApi } from './contacts/list-rows-api.ts'
import { deviceApi } from './device-api.ts'
import { followupApi } from './followup-api.ts'
import { gatewayApi } from './gateway-api.ts'
import { messageTemplateApi } from './message-template-api.ts'
import { optOutApi } from './opt-out-api.ts'
import { ownAccountApi } from './own-account-api.ts'
import { passkeyApi } from './passkey-api.ts'
import { sendApi } from './send-api.ts'
import { sendingDefaultsApi } from './sending-defaults-api.ts'
import { serviceApi } from './service-api.ts'
import { simulatorApi } from './simulator-api.ts'
import { statsApi } from './stats-api.ts'
import { trialApi } from './trial-api.ts'
import { uploadApi } from './upload-api.ts'
import { webhookApi } from './webhook-api.ts'

/** Every call of the product, by name. */
export const api = {
  ...accountApi,
  ...ownAccountApi,
  ...deviceApi,
  ...passkeyApi,
  ...campaignApi,
  ...sendApi,
  ...campaignEditApi,
  ...trialApi,
  ...followupApi,
  ...sendingDefaultsApi,
  ...messageTemplateApi,
  ...contactApi,
  ...listRowsApi,
  ...optOutApi,
  ...serviceApi,
  ...uploadApi,
  ...simulatorApi,
  ...statsApi,
  ...webhookApi,
  ...gatewayApi,
  ...chatApi,
} as const
