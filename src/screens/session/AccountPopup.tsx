import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import CircleUser from 'lucide-react/icons/circle-user'
import LogOut from 'lucide-react/icons/log-out'
import Phone from 'lucide-react/icons/phone'
import Search from 'lucide-react/icons/search'
import type { Theme } from '../../../machines/page/theme.machine'
import { useApp, useSession, useWorkspace } from '../../app/context'
import { MenuPopup } from '../../components/base/DropdownMenu'
import type { MenuButtonProps, OpenedMenu } from '../../components/base/menuEntry'

const themes: { id: Theme; label: string }[] = [
  { id: 'system', label: 'System theme' },
  { id: 'light', label: 'Light theme' },
  { id: 'dark', label: 'Dark theme' },
]

/** The person's own profile, the theme, and the way out. Roles are never shown (SE-12). */
export default function AccountPopup(props: MenuButtonProps & OpenedMenu) {
  const { session, theme, tools, config } = useApp()
  const router = useRouter()
  const workspace = useWorkspace()
  const user = useSession((state) => state.context.user)
  const chosen = useSelector(theme, (state) => state.value)
  const hasTools = useSelector(tools, (state) => state.matches('shown'))
  const select = (id: string) => {
    if (id === 'profile' && user) {
      workspace.send({ type: 'open.profileEdit', recordId: user.id ?? undefined, input: { user } })
    } else if (id === 'telephone') void router.navigate({ to: '/telephone' })
    else if (id === 'goTo') {
      workspace.send({ type: 'open.palette', recordId: undefined, input: { extensions: config.extensions } })
    } else if (id === 'tools') tools.send({ type: 'tools.toggle' })
    else if (id === 'logOut') session.send({ type: 'session.logout' })
    else theme.send({ type: 'theme.choose', theme: themes.find((choice) => choice.id === id)?.id ?? 'system' })
  }
  return (
    <MenuPopup
      {...props}
      items={[
        { id: 'profile', label: 'Your profile', icon: <CircleUser aria-hidden="true" /> },
        ...(config.extensions ? [{ id: 'telephone', label: 'Telephone', icon: <Phone aria-hidden="true" /> }] : []),
        { id: 'goTo', label: 'Go to... (Ctrl+K)', icon: <Search aria-hidden="true" /> },
        ...themes.map(({ id, label }, index) => ({ id, label, checked: chosen === id, separated: index === 0 })),
        { id: 'tools', label: 'Testing tools', checked: hasTools, separated: true },
        { id: 'logOut', label: 'Log out', icon: <LogOut aria-hidden="true" />, separated: true },
      ]}
      onSelect={select}
    />
  )
}
