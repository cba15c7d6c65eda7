import { Link } from '@tanstack/react-router'
import { useApp } from '../../app/context'

/** Back to the list as it was left, and not to a link that was opened there. */
export function BackToCollaborations() {
  const { listAddresses } = useApp()
  const search = { ...listAddresses.searchOf('/admin/collaborations'), token: undefined }
  return (
    <Link to="/admin/collaborations" search={search}>
      Collaborations
    </Link>
  )
}
