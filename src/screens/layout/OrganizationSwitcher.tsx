import Building2 from 'lucide-react/icons/building-2'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { Button } from '../../components/base/Button'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { Text } from '../../components/base/Text'
import { useApp, useSession, useWorkspace } from '../../app/context'

/** The current organization, and the way to another one or to a new one (SE-10, SE-11, ST-01). */
export function OrganizationSwitcher() {
  const { session, config } = useApp()
  const workspace = useWorkspace()
  const organizations = useSession((state) => state.context.organizations)
  const organizationId = useSession((state) => state.context.organizationId)
  const hasFailed = useSession((state) => state.matches({ signedIn: { organizations: 'failed' } }))
  if (hasFailed) {
    return (
      <Button variant="ghost" onClick={() => session.send({ type: 'organizations.retry' })}>
        Load organizations again
      </Button>
    )
  }
  const current = organizations.find(({ id }) => id === organizationId)
  if (!current) return null
  if (organizations.length === 1 && !config.extensions) {
    return (
      <Text as="span" weight="medium">
        {current.name}
      </Text>
    )
  }
  return (
    <DropdownMenu
      variant="ghost"
      placement="bottom-start"
      label={`Organization: ${current.name}`}
      items={[
        ...organizations.map(({ id, name }) => ({ id, label: name, checked: id === organizationId, closes: true })),
        ...(config.extensions ? [{ id: '', label: 'New organization', separated: true }] : []),
      ]}
      onSelect={(id) => {
        if (id === '') workspace.send({ type: 'open.organizationCreate', recordId: undefined, input: {} })
        else session.send({ type: 'organization.select', organizationId: id })
      }}
    >
      <Building2 aria-hidden="true" />
      <span>{current.name}</span>
      <ChevronsUpDown aria-hidden="true" />
    </DropdownMenu>
  )
}
