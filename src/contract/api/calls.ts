import { accountApi } from './account-api.ts'
import { campaignApi } from './campaigns/campaign-api.ts'
import { campaignEditApi } from './campaigns/campaign-edit-api.ts'
import { followupApi } from './campaigns/followup-api.ts'
import { messageTemplateApi } from './campaigns/message-template-api.ts'
import { sendApi } from './campaigns/send-api.ts'
import { sendingDefaultsApi } from './campaigns/sending-defaults-api.ts'
import { trialApi } from './campaigns/trial-api.ts'
import { contactApi } from './contact-api.ts'
import { listRowsApi } from './contacts/list-rows-api.ts'
import { severalListsApi } from './contacts/several-lists-api.ts'
import { deviceApi } from './device-api.ts'
import { botApi } from './gateways/bot-api.ts'
import { chatApi } from './gateways/chat-api.ts'
import { gatewayApi } from './gateways/gateway-api.ts'
import { optOutApi } from './opt-out-api.ts'
import { ownAccountApi } from './own-account-api.ts'
import { ownDataApi } from './own-data-api.ts'
import { passkeyApi } from './passkey-api.ts'
import { peopleApi } from './people-api.ts'
import { peopleSearchApi } from './people-search-api.ts'
import { serviceApi } from './service-api.ts'
import { simulatorApi } from './simulator-api.ts'
import { statsApi } from './stats-api.ts'
import { uploadApi } from './upload-api.ts'
import { webhookApi } from './webhook-api.ts'

/** Every call of the product, by name. */
export const api = {
  ...accountApi,
  ...ownAccountApi,
  ...ownDataApi,
  ...deviceApi,
  ...passkeyApi,
  ...campaignApi,
  ...sendApi,
  ...campaignEditApi,
  ...trialApi,
  ...followupApi,
  ...sendingDefaultsApi,
  ...messageTemplateApi,
  ...severalListsApi,
  ...contactApi,
  ...listRowsApi,
  ...optOutApi,
  ...peopleApi,
  ...peopleSearchApi,
  ...serviceApi,
  ...uploadApi,
  ...simulatorApi,
  ...statsApi,
  ...webhookApi,
  ...gatewayApi,
  ...chatApi,
  ...botApi,
} as const
