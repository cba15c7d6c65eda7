import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { AppShell, navLinkStyle } from '../../components/layout/AppShell'
import { useApp, WorkspaceContext } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { AccountMenu } from './AccountMenu'
import { ConnectionBar } from './ConnectionBar'
import { Dialogs } from './Dialogs'
import { screens } from './navigation'
import { OngoingCall } from './OngoingCall'
import { CallBar, StartCall } from './Calls'
import { OrganizationSwitcher } from './OrganizationSwitcher'
import { PagePending } from './PagePending'

const SecondStepScreen = lazyPage(() => import('../session/SecondStepScreen'))

/** What every signed-in screen stands in. Another workspace is another tree, so nothing of the old one is left (SE-11). */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const { session, config } = useApp()
  const workspace = useSelector(session, (state) => (state.hasTag('signedIn') ? state.children.workspace : undefined))
  const isReady = workspace !== undefined
  const own = useSelector(session, ({ context: { organizations, organizationId } }) =>
    organizations.find(({ id }) => id === organizationId),
  )
  return (
    <AppShell
      nav={screens
        .filter(({ to }) =>
          /^.(set|rep|lea)/.test(to) ? config.extensions : !to.startsWith('/admin/') || own?.role === 'owner',
        )
        .map(({ to, label, icon }) => (
          <Link key={to} to={to} className={navLinkStyle()}>
            {icon}
            {label}
          </Link>
        ))}
      header={
        isReady && (
          <WorkspaceContext value={workspace}>
            <OrganizationSwitcher />
            {config.extensions ? <StartCall /> : <OngoingCall />}
            <AccountMenu />
          </WorkspaceContext>
        )
      }
      dock={
        isReady &&
        config.extensions && (
          <WorkspaceContext key={workspace.sessionId} value={workspace}>
            <CallBar />
          </WorkspaceContext>
        )
      }
    >
      <ConnectionBar />
      {isReady ? (
        <WorkspaceContext key={workspace.sessionId} value={workspace}>
          {own?.needsSecondStep ? <SecondStepScreen organization={own} /> : children}
          <Dialogs />
        </WorkspaceContext>
      ) : (
        <PagePending />
      )}
    </AppShell>
  )
}
