import Tag from 'lucide-react/icons/tag'
import { page } from '../../../styled-system/recipes/page'

export function Brand() {
  return (
    <span className={page().brand}>
      <Tag aria-hidden="true" />
      Offerdesk
    </span>
  )
}
