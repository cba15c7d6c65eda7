import { useMemo } from 'react'
import { encode } from 'uqr'
import { twoSteps } from '../../../styled-system/recipes/two-steps'

/** A text as a picture for a camera, drawn here: what is in it goes nowhere. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const { size, squares } = useMemo(() => {
    const { data, size: side } = encode(text, { border: 4 })
    const path = data.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
    return { size: side, squares: path }
  }, [text])
  return (
    <svg
      className={twoSteps().picture}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={squares} />
    </svg>
  )
}
