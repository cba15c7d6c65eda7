import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { authModeOf } from '../screens/session/authMode'
import { lazyPage } from '../app/lazyPage'
import { onlyText as text } from '../data/tableAddress'
import { safeRedirect } from '../screens/session/redirect'

const search = z.object({
  email: text,
  organizationName: text,
  redirect: z.catch(z._default(z.string(), '/dashboard'), '/dashboard'),
  token: text,
  inviteToken: text,
  mode: text,
})
export type AuthSearch = z.output<typeof search>

export const Route = createFileRoute('/auth')({
  validateSearch: (given: Partial<AuthSearch> & SearchSchemaInput) => z.parse(search, given),
  beforeLoad: ({ context, search: given }) => {
    const isDone = context.app.session.getSnapshot().hasTag('signedIn') && authModeOf(given) === 'signIn'
    if (isDone) throw redirect({ href: safeRedirect(given.redirect), replace: true })
  },
  component: lazyPage(() => import('../screens/session/AuthScreen')),
})
