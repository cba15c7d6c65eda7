import Eye from 'lucide-react/icons/eye'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import PlugZap from 'lucide-react/icons/plug-zap'
import RotateCw from 'lucide-react/icons/rotate-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Send from 'lucide-react/icons/send'
import type { Mail } from '../../../contract/extensions/mails'
import type { OrderMail } from '../../../contract/extensions/orderMails'
import type { EmailProvider } from '../../../contract/extensions/plugins'
import { whyNot } from '../../../machines/lives/life'
import { mailLife } from '../../../machines/lives/mailLife'
import type { MailStep } from '../../../machines/mails/mailStep.machine'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import { editIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import { deletion } from '../records/actions'

/** Does at once what is asked of a mail, or of what mails are made of and sent by. */
export const mailStep =
  (asked: MailStep): WriteAction<{ id: string }>['open'] =>
  ({ id }, { open }) =>
    open({ type: 'open.mailStep', recordId: id, input: { id, asked } })

/** What can be done with a mail wherever it is listed (ML-03). */
export const retryMail: WriteAction<Pick<Mail, 'id' | 'state'>> = {
  action: 'mails.retry',
  label: 'Retry',
  icon: <RotateCw aria-hidden="true" />,
  whyNot: ({ state }) => whyNot(mailLife, state, { type: 'retry' }),
  open: mailStep({ of: 'mails', step: 'retry' }),
}

/** The same of one that was held back, which has not been tried. */
const sendHeldMail: typeof retryMail = { ...retryMail, label: 'Send', icon: <Send aria-hidden="true" /> }

/** What there is a button for where the mail is shown. */
export const sendingOf = ({ state }: Pick<Mail, 'state'>): typeof retryMail | undefined =>
  state === 'dead' ? retryMail : state === 'held' ? sendHeldMail : undefined

export const mailActions: readonly RecordAction<Mail>[] = [
  {
    reads: true,
    label: 'View',
    icon: <Eye aria-hidden="true" />,
    open: ({ id }, { navigate }) =>
      void navigate({
        to: '/settings',
        search: (before) => ({ ...before, tab: 'mails', mailId: id }),
        resetScroll: false,
      }),
  },
  { ...retryMail, isFor: ({ state }) => state !== 'held' },
  { ...sendHeldMail, isFor: ({ state }) => state === 'held' },
  {
    action: 'mails.drop',
    ...deletion('mails', ({ subject }) => subject || 'this mail'),
    label: 'Drop',
    isFor: ({ state }) => state === 'held',
  },
]

const usedSentence = (users: number) =>
  users === 1 ? 'An auto-responder sends through it.' : `${users} auto-responders send through it.`

/** What is begun in the list of what mails leave through (ML-03). */
export const providerListActions: readonly WriteAction<null>[] = [
  {
    action: 'plugins.create',
    label: 'Add email provider',
    primary: true,
    open: (_, { open }) => open({ type: 'open.providerEdit', recordId: undefined, input: { provider: undefined } }),
  },
]

/** What can be done with what mails leave through (ML-03). */
export const providerActions: readonly RecordAction<EmailProvider>[] = [
  {
    action: 'plugins.update',
    label: 'Edit',
    key: 'e',
    icon: editIcon,
    open: (provider, { open }) => open({ type: 'open.providerEdit', recordId: provider.id, input: { provider } }),
  },
  {
    action: 'plugins.verify',
    label: 'Verify',
    icon: <PlugZap aria-hidden="true" />,
    isFor: ({ kind }) => kind === 'smtp',
    open: mailStep({ of: 'plugins', step: 'verify' }),
  },
  {
    action: 'plugins.sendTest',
    label: 'Send test to me',
    icon: <Send aria-hidden="true" />,
    open: mailStep({ of: 'plugins', step: 'sendTest' }),
  },
  {
    action: 'plugins.delete',
    ...deletion('plugins', ({ name }) => name || 'this email provider'),
    whyNot: ({ usedBy }) => (usedBy ? usedSentence(usedBy) : undefined),
  },
]

/** What can be done with one of the organization's own mails (ML-04). */
export const orderMailActions: readonly RecordAction<OrderMail>[] = [
  {
    reads: true,
    label: 'Preview',
    icon: <Eye aria-hidden="true" />,
    open: ({ id }, { open }) => open({ type: 'open.mailShow', recordId: id, input: { of: 'orderMails', id } }),
  },
  {
    action: 'orderMails.sendTest',
    label: 'Send test to me',
    icon: <Send aria-hidden="true" />,
    open: mailStep({ of: 'orderMails', step: 'sendTest' }),
  },
  {
    action: 'orderMails.update',
    label: 'Edit',
    key: 'e',
    icon: editIcon,
    open: (orderMail, { open }) => open({ type: 'open.orderMailEdit', recordId: orderMail.id, input: { orderMail } }),
  },
  {
    action: 'orderMails.reset',
    label: 'Use the original',
    icon: <RotateCcw aria-hidden="true" />,
    whyNot: ({ isOriginal }) => (isOriginal ? 'It is the original.' : undefined),
    open: mailStep({ of: 'orderMails', step: 'reset' }),
  },
  {
    action: 'orderMails.enable',
    label: 'Switch on',
    icon: <Play aria-hidden="true" />,
    isFor: ({ enabled }) => enabled === false,
    open: mailStep({ of: 'orderMails', step: 'enable' }),
  },
  {
    action: 'orderMails.disable',
    label: 'Switch off',
    icon: <Pause aria-hidden="true" />,
    isFor: ({ enabled }) => enabled !== false,
    open: mailStep({ of: 'orderMails', step: 'disable' }),
  },
]

/** The mail beside the list, for as long as the address asks for it. */
export const mailPanel = (mailId: string | undefined): FlowAtAddress | undefined =>
  mailId
    ? { reads: true, event: { type: 'open.mailShow', recordId: mailId, input: { of: 'mails', id: mailId } } }
    : undefined
