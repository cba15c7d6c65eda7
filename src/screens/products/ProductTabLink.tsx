import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface ProductTabLinkProps {
  tab: 'offers' | 'stock'
  children: ReactNode
}

/** To a tab of the product that is open, in the place of the one that is. */
export const ProductTabLink = ({ tab, children }: ProductTabLinkProps) => (
  <Link to="/products" search={(before) => ({ ...before, tab })} replace resetScroll={false}>
    {children}
  </Link>
)
