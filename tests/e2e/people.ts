import { randomUUID } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { demoPassword } from '../../server/db/demo'
import { linkFor } from './reference'
import type { Running } from './startServer'

export const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@teammate.example`

/** Somebody with an account and an organization of their own, and what they do past any page. */
export async function newPerson(page: Page, app: Running, name: string) {
  const email = newAddress(name.toLowerCase())
  const send = async <Data>(method: string, path: string, data?: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await page.request.fetch(`${app.url}/api/v1${path}`, { method, headers, ...(data && { data }) })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: Data }).data
  }
  await send('POST', '/users/signup', { email })
  await expect.poll(() => linkFor(app, email)).toContain('mode=signup')
  const mailed = new URL(linkFor(app, email) ?? '').searchParams.get('token')
  const account = { name, token: mailed, password: demoPassword, organizationName: `${name}’s shop` }
  const { token } = await send<{ token: string }>('POST', '/users/signup/complete', account)
  const [organization] = await send<{ id: string }[]>('GET', '/organizations', undefined, token)
  const organizationId = organization?.id ?? ''
  const call = <Data>(method: string, path: string, data?: object) => send<Data>(method, path, data, token)
  const invite = async (guest: string, role = 'agent') => {
    await call('POST', '/invites', { organizationId, emails: [guest], role })
    const [newest] = await call<{ id: string }[]>('GET', `/invites?organizationId=${organizationId}`)
    const { linkUrl } = await call<{ linkUrl: string }>('POST', `/invites/${newest?.id}/link`, {})
    const { pathname, search } = new URL(linkUrl)
    return { id: newest?.id, address: `${pathname}${search}` }
  }
  return { email, name, organizationId, call, invite }
}
