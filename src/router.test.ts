import { expect, test } from 'vitest'
import type { App } from './app/app'
import { type AppRouter, createAppRouter, followScreens, leaveRecord } from './router'

type Navigation = { fromLocation: { pathname: string } | undefined; pathChanged: boolean }

test('GE-07 leaving a page cancels its dialogs; the first page is none that could be left', () => {
  const listeners = new Map<string, (navigation: Navigation) => void>()
  const heard: string[] = []
  const workspace = { send: ({ type }: { type: string }) => heard.push(type) }
  // As much of both as it looks at.
  const app = {
    session: { getSnapshot: () => ({ children: { workspace } }) },
    listAddresses: { follow: () => {} },
  } as unknown as App
  const router = {
    subscribe: (type: string, listener: (navigation: Navigation) => void) => listeners.set(type, listener),
  } as unknown as AppRouter
  followScreens(app, router)
  const navigate = listeners.get('onBeforeNavigate')
  navigate?.({ fromLocation: undefined, pathChanged: true })
  navigate?.({ fromLocation: { pathname: '/gateways' }, pathChanged: false })
  expect(heard).toEqual([])
  navigate?.({ fromLocation: { pathname: '/gateways' }, pathChanged: true })
  expect(heard).toEqual(['screen.leave'])
})

test('SE-11 with another organization a record is left for the list that it is in, and a list stays', () => {
  const { routesByPath } = createAppRouter({} as App)
  const goneTo = (pathname: string) => {
    const gone: unknown[] = []
    const navigate = ({ to, search }: { to: string; search: (before: object) => object }) =>
      gone.push(to, search({ tab: 'team', q: 'lamp' }))
    leaveRecord({ state: { location: { pathname } }, routesByPath, navigate } as unknown as AppRouter)
    return gone
  }
  expect(goneTo('/orders/ord_1')).toEqual(['/orders', {}])
  expect(goneTo('/settings')).toEqual(['/settings', { tab: 'team' }])
  expect(goneTo('/admin/users/usr_1')).toEqual(['/dashboard', {}])
  expect(goneTo('/')).toEqual(['/dashboard', {}])
})
