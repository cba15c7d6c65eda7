import ImageIcon from 'lucide-react/icons/image'
import { useState } from 'react'
import { picture, type PictureVariantProps } from '../../../styled-system/recipes/picture'

interface PictureProps extends PictureVariantProps {
  src: string | null | undefined
}

/** A record's picture beside its name, or a sign in its place when there is none, or none that can be shown. */
export function ProductPicture({ src, size }: PictureProps) {
  // By its address, as another one may be good.
  const [failed, setFailed] = useState<string>()
  if (!src || failed === src) {
    return (
      <span className={picture({ size })} aria-hidden="true">
        <ImageIcon />
      </span>
    )
  }
  return (
    <img
      className={picture({ size })}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  )
}
