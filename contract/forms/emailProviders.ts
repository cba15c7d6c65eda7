import * as z from 'zod/mini'
import { type EmailProvider, type EmailProviderUpdate, pluginKind, smtpSecurity } from '../extensions/plugins'
import { noControls, oneLine, secret } from '../schemas'
import { changedFields, givenFields } from './changedFields'
import { emailAddress, requiredLine } from './fields'

const isPort = (typed: string) => /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 65_535

/** The panel of a new or an existing email provider (ML-03). Where mails stay here, nothing is asked of a server. */
export const emailProviderForm = z
  .object({
    name: requiredLine('Name is required', 100),
    kind: pluginKind,
    from: emailAddress,
    host: z.string().check(z.trim(), z.maxLength(253, 'At most 253 characters')),
    port: z.string().check(z.trim()),
    security: smtpSecurity,
    user: z.string().check(z.trim(), z.maxLength(254, 'At most 254 characters'), z.regex(oneLine, noControls)),
    password: secret(z.string().check(z.maxLength(500, 'At most 500 characters'), z.regex(oneLine, noControls))),
  })
  .check(
    z.refine(({ kind, host }) => kind === 'outbox' || /^[\w.:-]+$/.test(host), {
      error: 'Give the name of a server, such as smtp.example.com',
      path: ['host'],
    }),
    z.refine(({ kind, port }) => kind === 'outbox' || isPort(port), {
      error: 'Port must be a number from 1 to 65535',
      path: ['port'],
    }),
  )

/** What is typed into the panel. */
export type EmailProviderValues = z.input<typeof emailProviderForm>

/** What the panel begins with. A password is never among it. */
export const emailProviderValues = (provider?: EmailProvider): EmailProviderValues => ({
  name: provider?.name ?? '',
  kind: provider?.kind ?? 'smtp',
  from: provider?.from ?? '',
  host: provider?.host ?? '',
  port: `${provider?.port ?? 587}`,
  security: provider?.security ?? 'starttls',
  user: provider?.user ?? '',
  password: '',
})

/** The fields that differ from what the panel began with; a password that is not typed stays as it is. */
export function changedProviderFields(provider: EmailProvider, values: EmailProviderValues): EmailProviderUpdate {
  const changed = changedFields(emailProviderForm, emailProviderValues(provider), values, ['user'])
  const { kind: _kind, port, host, security, user, password, ...others } = changed
  if (provider.kind === 'outbox') return others
  return {
    ...others,
    ...givenFields({ host, security, password }),
    ...(user === undefined ? {} : { user }),
    ...portOf(port),
  }
}

const portOf = (port: string | undefined) => (port === undefined ? {} : { port: Number(port) })

/** The request that adds a provider. Throws when the form does not allow it. */
export function providerCreateRequest(values: EmailProviderValues) {
  const { name, kind, from, host, port, security, user, password } = z.parse(emailProviderForm, values)
  if (kind === 'outbox') return { name, kind, from }
  return { name, kind, from, host, port: Number(port), security, user, password }
}
