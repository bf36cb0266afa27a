import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listPage } from '#contract/console-routes.ts'
import { useListsFound } from './lists-address.ts'

/** Leads to a list's own page, which leads back to what was looked for here. */
export function ListLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Link href={listPage(id)} state={useListsFound()}>
      {children}
    </Link>
  )
}
