import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { answer } from '../../../contract/client/client'
import type { CustomerAlike } from '../../../contract/extensions/customers'
import {
  type CustomersAlikeEvent,
  customersAlikeMachine,
  type TellingValues,
} from '../../../machines/customers/customersAlike.machine'
import type { Api } from '../../data/api'
import { useApp, useWorkspace } from '../../app/context'
import { tap } from '../../app/tap'

/** Where somebody types a new customer. */
export interface CustomerTyping {
  /** What is typed, as far as it tells one customer from another; a change of anything else is no reason to ask again. */
  typed: () => TellingValues
  /** Calls back after every change. */
  subscribe: (changed: () => void) => { unsubscribe: () => void }
}

/** What of it tells a customer; the rest is empty, so that nobody is asked again for the same. */
function tellingOf({ firstName, lastName, email, phone, postalCode, country }: TellingValues): TellingValues {
  const isNamed = firstName.trim() !== '' && postalCode.trim() !== ''
  const isReached = phone.replaceAll(/\D/g, '').length >= 7
  return {
    firstName: isNamed ? firstName : '',
    lastName: isNamed ? lastName : '',
    email: /.@./.test(email) ? email : '',
    phone: isReached ? phone : '',
    postalCode: isNamed ? postalCode : '',
    country: isReached ? country : '',
  }
}

const typedInto = ({ typed, subscribe }: CustomerTyping) =>
  fromCallback(({ sendBack }: { sendBack: (event: CustomersAlikeEvent) => void }) => {
    let before = JSON.stringify(tellingOf(typed()))
    const subscription = subscribe(() => {
      const values = tellingOf(typed())
      const now = JSON.stringify(values)
      if (now !== before) sendBack({ type: 'typed.change', values })
      before = now
    })
    return () => subscription.unsubscribe()
  })

/** Whether there is enough of anything to tell a customer by. */
const canTell = (values: TellingValues) => Object.values(values).some((value) => value !== '')

const findAlike = ({ extended }: Api) =>
  fromPromise<readonly CustomerAlike[], { organizationId: string | undefined; typed: TellingValues | undefined }>(
    async ({ input: { organizationId, typed }, signal }) => {
      if (organizationId === undefined || !typed || !canTell(typed)) return []
      const { client, contract } = await extended('customers')
      const { firstName, lastName, ...rest } = typed
      const asked = { ...rest, organizationId, name: `${firstName} ${lastName}`.trim() }
      // Nobody has what is longer than it can be.
      const { issues = [] } = z.safeParse(contract.customers.findAlike.body, asked).error ?? {}
      const refused = issues.map(({ path: [name] }) => name)
      const body = { ...asked, ...Object.fromEntries(refused.map((name) => [name, undefined])) }
      return answer(await client.customers.findAlike({ body, fetchOptions: { signal } })).data
    },
  )

/** Looks for who a new customer may be already, as long as they are typed. */
export function useCustomersAlike(typing: CustomerTyping): ActorRefFrom<typeof customersAlikeMachine> {
  const { api } = useApp()
  const { organizationId } = useWorkspace().getSnapshot().context
  const [machine] = useState(() =>
    customersAlikeMachine.provide({ actors: { typedCustomer: typedInto(typing), findAlike: findAlike(api) } }),
  )
  return useActorRef(machine, { id: 'customersAlike', inspect: tap.observe, input: { organizationId } })
}
