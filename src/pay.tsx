import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ToastsRegion } from './screens/layout/ToastsRegion'
import { PayCodeScreen } from './screens/payments/PayCodeScreen'
import { PaymentScreen } from './screens/payments/PaymentScreen'
import { loadPayingOptions, startPayCode, startPayment } from './screens/payments/startPayment'
import { tap } from './app/tap'
import { createToasts } from './app/toasts'
import { isTested } from './browser/isTested'

// The page that customers pay on has nothing of the back office but its looks: no router, no session, no cache (PY-01).

const root = document.getElementById('root')
if (!root) throw new Error('pay.html has no #root')

const options = await loadPayingOptions()
tap.addVisit(window.location.pathname)
const toasts = createToasts(() => undefined)
const token = /^\/pay\/([^/]+)\/?$/.exec(window.location.pathname)?.[1]

/** An address that somebody has cut or mistyped may be no text at all; it opens nothing, and is told so. */
function tokenIn(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

// For support and tests, as on every page: what just happened, without secrets.
Object.assign(window, {
  offerdesk: {
    recording: async (wanted?: { keepsText?: boolean; isBare?: boolean }) =>
      (await import('./screens/tools/recorder')).recentRecording(wanted),
  },
})

if (isTested()) void import('./screens/tools/PaymentTools').then(({ showPaymentTools }) => showPaymentTools(toasts))

createRoot(root).render(
  <StrictMode>
    {token === undefined ? (
      <PayCodeScreen flow={startPayCode(options)} />
    ) : (
      <PaymentScreen flow={startPayment(options, toasts, tokenIn(token))} />
    )}
    <ToastsRegion toasts={toasts} />
  </StrictMode>,
)
