import { spinner } from '../../../styled-system/recipes/spinner'

/** Says nothing to screen readers: the text beside it does. */
export function Spinner() {
  return <span className={spinner()} aria-hidden="true" />
}
