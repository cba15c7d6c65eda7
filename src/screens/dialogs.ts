import type { ComponentType } from 'react'
import type { FlowName, FlowRef } from '../../machines/flows'
import { type LazyPart, lazyPage } from '../app/lazyPage'

/** What a flow's dialog is given: the flow. */
export type DialogProps = { flow: FlowRef<FlowName> }

const files = import.meta.glob<{ default: ComponentType<DialogProps> }>([
  './**/*Dialog.tsx',
  '!./FlowDialog.tsx',
  '!./session/SignInAgainDialog.tsx',
])

/** The name of the flow that a file is the dialog of, such as `offerEdit` for `./offers/OfferEditDialog.tsx`. */
function flowOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1, -'Dialog.tsx'.length)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The dialog of every flow, each loaded when it first opens. That every flow has one is seen by a test (dialogs.test). */
export const dialogs = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [flowOf(file), lazyPage(load)]),
) as Readonly<Record<FlowName, LazyPart<DialogProps>>>
