const fullWidth = { width: '100%' }

interface ProgressBarProps {
  /** What is counted, such as 'Lines checked'. */
  label: string
  /** Without it, something is done and nobody can tell how far it is. */
  max?: number | undefined
  value?: number | undefined
}

/** How far something is that takes long, over the whole width. */
export const ProgressBar = ({ label, max, value }: ProgressBarProps) => (
  <progress aria-label={label} style={fullWidth} {...(max && { max, value })} />
)
