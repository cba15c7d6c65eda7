import type { Config } from '@pandacss/dev'

/**
 * What a recipe does in the browser: join class names. Panda's own runtime also carries every style property and
 * condition, 4 kB more for compound and responsive variants, which no recipe here has.
 */
const createRecipe = `import { compact } from '../helpers.js'

export const createRecipe = (name, defaultVariants) => {
  const getVariantProps = (variants) => ({ ...defaultVariants, ...compact(variants ?? {}) })
  const classOf = ([variant, value]) => \`\${name}--\${variant}_\${value}\`
  const recipeFn = (variants) => [name, ...Object.entries(getVariantProps(variants)).map(classOf)].join(' ')
  return { recipeFn, getVariantProps, __getCompoundVariantCss__: () => ({}) }
}

export const mergeRecipes = () => {
  throw new Error('Recipes are not merged.')
}
`

export const withSmallRuntime: NonNullable<NonNullable<Config['hooks']>['codegen:prepare']> = ({ artifacts }) =>
  artifacts.map((artifact) => ({
    ...artifact,
    files: artifact.files.map((file) =>
      file.file.startsWith('create-recipe') ? { ...file, code: createRecipe } : file,
    ),
  }))
