import { extensionCalls } from '../../contract'
import type { Handlers } from '../http/contract'

/** This server offers every call that there is. */
export const capabilityHandlers: Handlers['capabilities'] = {
  get: async () => ({ data: { extensions: [...extensionCalls] } }),
}
