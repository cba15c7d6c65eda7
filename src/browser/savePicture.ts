import { download } from './download'

/** What a drawing looks like by rules of the page, which a file of its own does not have. */
const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
]

const svgOf = 'http://www.w3.org/2000/svg'
const margin = 24
const headHeight = 56

function text(content: string, y: number, size: number, { color, fontFamily }: CSSStyleDeclaration, weight: string) {
  const element = document.createElementNS(svgOf, 'text')
  const attributes = { x: 0, y, fill: color, 'font-family': fontFamily, 'font-size': size, 'font-weight': weight }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`)
  element.textContent = content
  return element
}

/** A drawing as a file that needs nothing else: with its colors, on its background, under its title and what it says. */
function fileOf(drawing: SVGSVGElement, title: string, sentence: string) {
  const { width, height } = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of looks) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  const whole = document.createElementNS(svgOf, 'svg')
  const size = { width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + headHeight + 2 * margin }
  for (const [name, value] of Object.entries(size)) whole.setAttribute(name, `${value}`)
  whole.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
  const page = getComputedStyle(drawing)
  const background = document.createElementNS(svgOf, 'rect')
  background.setAttribute('width', '100%')
  background.setAttribute('height', '100%')
  background.setAttribute(
    'fill',
    getComputedStyle(drawing.closest('figure') ?? drawing).getPropertyValue('background-color'),
  )
  const head = document.createElementNS(svgOf, 'g')
  head.setAttribute('transform', `translate(${margin} ${margin})`)
  head.append(text(title, 14, 16, page, '600'), text(sentence, 36, 12, page, '400'))
  const body = document.createElementNS(svgOf, 'g')
  body.setAttribute('transform', `translate(${margin} ${margin + headHeight})`)
  body.append(...copy.childNodes)
  whole.append(background, head, body)
  return { text: new XMLSerializer().serializeToString(whole), ...size }
}

/** The drawing as a bitmap of twice its size, for screens of today. */
async function bitmapOf({ text, width, height }: ReturnType<typeof fileOf>): Promise<Blob | null> {
  const image = new Image()
  // The policy of the page allows pictures of this kind.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 })
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

export interface Picture {
  drawing: SVGSVGElement
  /** Without its ending. */
  fileName: string
  title: string
  sentence: string
}

/** Saves a drawing as a file that shows the same anywhere. */
export async function savePicture({ drawing, fileName, title, sentence }: Picture, as: 'png' | 'svg'): Promise<void> {
  const file = fileOf(drawing, title, sentence)
  if (as === 'svg') return download(`${fileName}.svg`, file.text, 'image/svg+xml')
  const bitmap = await bitmapOf(file)
  if (bitmap) download(`${fileName}.png`, bitmap, 'image/png')
}
