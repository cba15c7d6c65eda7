import { type Api, createApi } from './api'
import type { RuntimeConfig } from './config'
import { createSession, type SessionRef } from './session'
import { stored } from './storage'
import { tap } from './tap'
import { createTheme } from './theme'
import { createToasts, type ToastsRef } from './toasts'
import { createTools } from './tools/tools'

/** Everything that lives as long as the page. */
export interface App {
  config: RuntimeConfig
  api: Api
  toasts: ToastsRef
  session: SessionRef
  theme: ReturnType<typeof createTheme>
  tools: ReturnType<typeof createTools>
}

/** The app without its pages, not yet started; `leaveRecord` goes to the list of the record on the screen. */
export function createApp(config: RuntimeConfig, leaveRecord: () => void): App {
  const toasts = createToasts((flowId) => session.getSnapshot().children.workspace?.getSnapshot().children[flowId])
  const api = createApi({
    baseUrl: config.apiHost,
    getToken: stored.token,
    fetch: fetchNoticing401(() => session),
    onExchange: (exchange) => tap.addExchange(exchange),
  })
  const session: SessionRef = createSession({ config, api, toasts, leaveRecord })
  return { config, api, toasts, session, theme: createTheme(), tools: createTools() }
}

export function startApp({ session, theme, tools }: App): void {
  session.start()
  theme.start()
  tools.start()
}

/** A refused token means that the session has expired, unless another token has taken its place meanwhile (SE-13). */
const fetchNoticing401 =
  (sessionRef: () => SessionRef): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const sent = new Headers(init?.headers).get('authorization')
    if (response.status === 401 && sent !== null && sent === `Bearer ${stored.token()}`) {
      sessionRef().send({ type: 'session.expire' })
    }
    return response
  }
