import { useRef } from 'react'
import { placeholderNames, placeholders } from '../../../contract/forms/mailTemplates'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { TextAreaField } from '../../components/form/TextAreaField'
import type { useForm } from '../../components/form/useForm'

const insertable = placeholderNames.map((name) => ({ id: name, label: `{{${name}}}: ${placeholders[name]}` }))

interface MailBodyProps {
  field: ReturnType<ReturnType<typeof useForm<{ body: string }>>['field']>
  label: string
}

/** The HTML of a mail, in which placeholders stand for what an order has (ML-02, ML-04). */
export function MailBodyField({ field, label }: MailBodyProps) {
  const body = useRef<HTMLTextAreaElement>(null)
  /** Where the cursor was last; at the end of a text that nobody has been to. */
  const insert = (name: string) => {
    const { value: typed } = field
    const { selectionStart: start = typed.length, selectionEnd: end = typed.length } = body.current ?? {}
    field.onChange(`${typed.slice(0, start)}{{${name}}}${typed.slice(end)}`)
  }
  return (
    <>
      <TextAreaField {...field} label={label} rows={14} inputProps={{ ref: body, spellCheck: false }} />
      {!field.disabled && (
        <DropdownMenu items={insertable} onSelect={insert}>
          Insert placeholder
        </DropdownMenu>
      )}
    </>
  )
}
