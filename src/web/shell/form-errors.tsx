import type { ReactNode } from 'react'
import type { Page } from '#contracts/pages.ts'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFrame } from '#web/variants/context.tsx'
import { formFieldId } from './form-field.tsx'

/** The pages that say at their form why it was refused; any other says it at its top. */
const formPages: ReadonlySet<Page['name']> = new Set([
  'login',
  'createAccount',
  'confirmAddress',
  'resetPassword',
  'findOrder',
  'createRegistry',
  'editRegistry',
  'orderRequest',
  'accountAddress',
  'accountCard',
])

/** Whether a page has the errors of its form at the form itself. */
export function saysAtForm(page: Page): boolean {
  return formPages.has(page.name)
}

/** Why a native form came back, first in it and with the focus (CALM-22, CALM-60); `labels` are those of its fields, in order. */
export function FormErrors({ labels }: { readonly labels: { readonly [field: string]: string } }): ReactNode {
  const { notice, noticeField, errors, isRefused } = useFrame()
  if (!isRefused) return null
  const wrong = Object.entries(labels).flatMap(([field, label]) => {
    const error = errors[field]
    return error ? [{ id: formFieldId(field), label, error }] : []
  })
  if (wrong.length > 0) return <ErrorSummary fields={wrong} hasFocus />
  if (notice === '' || noticeField !== '') return null
  return (
    <Notice kind="bad" hasFocus>
      {notice}
    </Notice>
  )
}
