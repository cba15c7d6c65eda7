import CircleUser from 'lucide-react/icons/circle-user'
import { menuButton, MenuPopup } from '../../components/base/DropdownMenu'
import { useSession } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'

export const AccountPopup = lazyPage(async () => {
  const [popup] = await Promise.all([import('../session/AccountPopup'), MenuPopup.preload()])
  return popup
})
const AccountButton = menuButton(AccountPopup)

/** Who is signed in, and what they choose for themselves. */
export function AccountMenu() {
  const user = useSession((state) => state.context.user)
  return (
    user && (
      <AccountButton variant="ghost" caption={user.email}>
        <CircleUser aria-hidden="true" />
        <span>{user.name || user.email}</span>
      </AccountButton>
    )
  )
}
