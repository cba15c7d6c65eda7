import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import CircleUser from 'lucide-react/icons/circle-user'
import Phone from 'lucide-react/icons/phone'
import LogOut from 'lucide-react/icons/log-out'
import type { Theme } from '../../../machines/page/theme.machine'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { useApp, useSession, useWorkspace } from '../../app/context'

const themes: { id: Theme; label: string }[] = [
  { id: 'system', label: 'System theme' },
  { id: 'light', label: 'Light theme' },
  { id: 'dark', label: 'Dark theme' },
]

/** The person's own profile, the theme, and the way out. Roles are never shown (SE-12). */
export function AccountMenu() {
  const { session, theme, tools, config } = useApp()
  const router = useRouter()
  const workspace = useWorkspace()
  const user = useSession((state) => state.context.user)
  const chosen = useSelector(theme, (state) => state.value)
  const hasTools = useSelector(tools, (state) => state.matches('shown'))
  if (!user) return null
  const name = user.name || user.email
  const select = (id: string) => {
    if (id === 'profile') workspace.send({ type: 'open.profileEdit', recordId: user.id ?? undefined, input: { user } })
    else if (id === 'telephone') void router.navigate({ to: '/telephone' })
    else if (id === 'tools') tools.send({ type: 'tools.toggle' })
    else if (id === 'logOut') session.send({ type: 'session.logout' })
    else theme.send({ type: 'theme.choose', theme: themes.find((choice) => choice.id === id)?.id ?? 'system' })
  }
  return (
    <DropdownMenu
      variant="ghost"
      placement="bottom-end"
      caption={user.email}
      items={[
        { id: 'profile', label: 'Your profile', icon: <CircleUser aria-hidden="true" /> },
        ...(config.extensions ? [{ id: 'telephone', label: 'Telephone', icon: <Phone aria-hidden="true" /> }] : []),
        ...themes.map(({ id, label }, index) => ({ id, label, checked: chosen === id, separated: index === 0 })),
        { id: 'tools', label: 'Testing tools', checked: hasTools, separated: true },
        { id: 'logOut', label: 'Log out', icon: <LogOut aria-hidden="true" />, separated: true },
      ]}
      onSelect={select}
    >
      <CircleUser aria-hidden="true" />
      <span>{name}</span>
    </DropdownMenu>
  )
}
