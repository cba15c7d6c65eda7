import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AtRule, type Container, type Declaration, parse, type Root } from 'postcss'
import type { Plugin } from 'vite'

const ownScripts = /<script src="\/(src\/[\w/]+\.js)"><\/script>/g
const styleLink = /[ \t]*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\n?/

/**
 * Lets a page be seen as soon as it has arrived: on a slow line everything that it waits for costs a round trip. What is
 * drawn before the app runs needs few rules, which go into the page with the scripts that choose the theme and ask for
 * what is shown first. The whole style sheet is asked for below the frame, where it holds back the app but not what stands
 * above it.
 */
export function firstFrame(): Plugin {
  let root = ''
  return {
    name: 'first-frame',
    configResolved: (config) => void (root = config.root),
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll(
          ownScripts,
          (_tag, file: string) => `<script>\n${readFileSync(join(root, file), 'utf8')}</script>`,
        ),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(index.source)
        const [link, file = ''] = styleLink.exec(html) ?? []
        const sheet = bundle[file]
        if (link === undefined || sheet?.type !== 'asset') throw new Error('index.html has no style sheet')
        const style = rulesFor(html, String(sheet.source))
        index.source = html
          .replace(link, `    <style>${style}</style>\n`)
          .replace('</body>', `${link.trimEnd()}\n  </body>`)
      },
    },
  }
}

/** The rules of a style sheet that hold for a page as it is delivered, with the values that they use. */
export function rulesFor(html: string, sheet: string): string {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag = '']) => tag))
  const css = parse(sheet)
  css.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return
    rule.selectors = rule.selectors.filter((selector) => holds(selector, classes, tags))
    if (rule.selectors.length === 0 || rule.selector === '') rule.remove()
  })
  dropUnused(css)
  dropEmpty(css)
  return css.toString()
}

/** Whether a selector may hold for these classes and elements while nobody does anything. */
function holds(selector: string, classes: ReadonlySet<string>, tags: ReadonlySet<string>): boolean {
  if (
    /:(?:hover|focus|active|disabled|checked|placeholder|selection|file|has|empty|open|-webkit|-moz)|::-/.test(selector)
  )
    return false
  const bare = selector.replaceAll(/:not\([^)]*\)|\[[^\]]*\]/g, '').replaceAll(/::?[\w-]+/g, '')
  const names = [...bare.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', ''))
  if (!names.every((name) => classes.has(name))) return false
  const elements = [...bare.replaceAll(/[.#](?:\\.|[\w-])+/g, '').matchAll(/[a-z][a-z0-9]*/g)].map(([tag]) => tag)
  return elements.every((tag) => tags.has(tag))
}

/** Takes out custom properties and keyframes that no rule uses, however indirectly. */
function dropUnused(css: Root) {
  const declarations: Declaration[] = []
  css.walkDecls((declaration) => void declarations.push(declaration))
  const used = new Set<string>()
  const use = (value: string) => {
    for (const [, name = ''] of value.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      for (const { prop, value: other } of declarations) if (prop === name) use(other)
    }
  }
  for (const { prop, value } of declarations) if (!prop.startsWith('--')) use(value)
  for (const declaration of declarations) {
    if (declaration.prop.startsWith('--') && !used.has(declaration.prop)) declaration.remove()
  }
  const animations = declarations.filter(({ prop }) => prop.startsWith('animation')).map(({ value }) => value)
  css.walkAtRules('keyframes', (frames) => {
    if (!animations.some((value) => value.split(/[\s,]+/).includes(frames.params))) frames.remove()
  })
}

function dropEmpty(container: Container) {
  // Backwards, as what is taken out moves what follows it.
  for (const node of (container.nodes ?? []).toReversed()) {
    if (!('nodes' in node) || node.nodes === undefined) continue
    dropEmpty(node as Container)
    if (node.nodes.length === 0) node.remove()
  }
}
