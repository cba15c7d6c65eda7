import { accessEnded, errorMessage, RequestError, serverCode } from '../../contract/client/errors'
import { type Api, createApi } from '../data/api'
import type { RuntimeConfig } from './config'
import { type Connection, createConnection } from '../browser/connection'
import { createSession, type SessionRef } from './session'
import { forgetFailures } from '../data/cache'
import type { Pages } from './pages'
import { createListAddresses, type ListAddresses } from './listAddresses'
import { onForgetful, storesNothing, stored } from '../browser/storage'
import { tap } from './tap'
import { createTheme } from './theme'
import { createToasts, type ToastsRef } from './toasts'
import { createTools } from '../screens/tools/tools'

/** Everything that lives as long as the page. */
export interface App {
  config: RuntimeConfig
  api: Api
  connection: Connection
  listAddresses: ListAddresses
  toasts: ToastsRef
  session: SessionRef
  theme: ReturnType<typeof createTheme>
  tools: ReturnType<typeof createTools>
}

/** The app without its pages, not yet started. */
export function createApp(config: RuntimeConfig, pages: Pages): App {
  const toasts = createToasts((flowId) => session.getSnapshot().children.workspace?.getSnapshot().children[flowId])
  const listAddresses = createListAddresses()
  const goOn = () => {
    forgetFailures(api.queryClient)
    void api.queryClient.refetchQueries({ type: 'active' })
  }
  const connection = createConnection(config.apiHost, () => session, goOn)
  const api = createApi({
    baseUrl: config.apiHost,
    extensions: config.extensions,
    getToken: stored.token,
    fetch: fetchNoticing401(connection, () => session),
    whyUnanswered: connection.reason,
    onExchange: (exchange) => tap.addExchange(exchange),
  })
  const session: SessionRef = createSession({ config, api, connection, listAddresses, toasts, pages })
  return { config, api, connection, listAddresses, toasts, session, theme: createTheme(), tools: createTools() }
}

export function startApp({ connection, session, theme, toasts, tools }: App): void {
  connection.ref.start()
  session.start()
  theme.start()
  tools.start()
  onForgetful(() => toasts.send({ type: 'toast.show', kind: 'error', message: storesNothing }))
}

/**
 * A refused token means that the session has expired, or that the person was put out (AU-01), unless another token has taken
 * its place meanwhile (SE-13).
 */
const fetchNoticing401 =
  ({ fetch }: Connection, sessionRef: () => SessionRef): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const sent = new Headers(init?.headers).get('authorization')
    if (response.status === 401 && sent !== null && sent === `Bearer ${stored.token()}`) {
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      const refusal = new RequestError('', { endpoint: '', body })
      sessionRef().send(
        serverCode(refusal) === accessEnded
          ? { type: 'session.end', message: errorMessage(refusal) }
          : { type: 'session.expire' },
      )
    }
    return response
  }
