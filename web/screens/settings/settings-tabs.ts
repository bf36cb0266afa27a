import {
  Bell,
  CircleUser,
  CreditCard,
  FileText,
  Gauge,
  type LucideIcon,
  Palette,
  UserRound,
  UserX,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyPart } from '../../lazy-part.tsx'
import { TabSkeleton } from './tab-skeleton.tsx'

export type SettingsTab = {
  /** Its name in the page's address. */
  readonly slug: string
  readonly name: string
  readonly icon: LucideIcon
  /** What it and those after it are. */
  readonly group?: string
  readonly Content: ComponentType
}

/** Every tab of the settings, in their order; each is a file of its own, loaded when it is opened. */
export const settingsTabs: readonly SettingsTab[] = [
  {
    slug: 'conta',
    name: 'Conta',
    icon: UserRound,
    Content: tab(async () => (await import('./account/account-tab.tsx')).AccountTab),
  },
  {
    slug: 'aparencia',
    name: 'Aparência',
    icon: Palette,
    Content: tab(async () => (await import('./appearance/appearance-tab.tsx')).AppearanceTab),
  },
  {
    slug: 'padroes',
    name: 'Padrões de envio',
    icon: Gauge,
    Content: tab(async () => (await import('./defaults/defaults-tab.tsx')).DefaultsTab),
  },
  {
    slug: 'modelos',
    name: 'Modelos',
    icon: FileText,
    Content: tab(async () => (await import('./templates-tab.tsx')).TemplatesTab),
  },
  {
    slug: 'descadastrados',
    name: 'Descadastrados',
    icon: UserX,
    Content: tab(async () => (await import('./opt-outs-tab.tsx')).OptOutsTab),
  },
  {
    slug: 'webhooks',
    name: 'Webhooks',
    icon: Webhook,
    Content: tab(async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab),
  },
  // What a hosted product would have here, shown as samples.
  {
    slug: 'account',
    name: 'Account',
    icon: CircleUser,
    group: 'Exemplos',
    Content: tab(async () => (await import('./samples/account-tab.tsx')).AccountTab),
  },
  {
    slug: 'notifications',
    name: 'Notifications',
    icon: Bell,
    Content: tab(async () => (await import('./samples/notifications-tab.tsx')).NotificationsTab),
  },
  {
    slug: 'billing',
    name: 'Billing',
    icon: CreditCard,
    Content: tab(async () => (await import('./samples/billing-tab.tsx')).BillingTab),
  },
]

function tab(load: () => Promise<ComponentType>): ComponentType {
  return lazyPart(load, TabSkeleton)
}
