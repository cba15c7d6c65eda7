import { defineConfig } from '@pandacss/dev'
import { globalCss } from './src/theme/globalCss'
import { auditChanges } from './src/theme/recipes/auditChanges'
import { badge } from './src/theme/recipes/badge'
import { button } from './src/theme/recipes/button'
import { callBar } from './src/theme/recipes/callBar'
import { combobox } from './src/theme/recipes/combobox'
import { dashboard } from './src/theme/recipes/dashboard'
import { dataTable } from './src/theme/recipes/dataTable'
import { descriptionList } from './src/theme/recipes/descriptionList'
import { dialog } from './src/theme/recipes/dialog'
import { field } from './src/theme/recipes/field'
import {
  address,
  card,
  copyable,
  gridStyle,
  heading,
  recordColumns,
  rowStyle,
  stackStyle,
  text,
} from './src/theme/recipes/layout'
import { orderNew } from './src/theme/recipes/orderNew'
import { leaderboard } from './src/theme/recipes/leaderboard'
import { inPlace } from './src/theme/recipes/inPlace'
import { inspector } from './src/theme/recipes/inspector'
import { menu } from './src/theme/recipes/menu'
import { alert, notice, skeleton, spinner } from './src/theme/recipes/notice'
import { page } from './src/theme/recipes/page'
import { pager } from './src/theme/recipes/pager'
import { mailFrame } from './src/theme/recipes/mailFrame'
import { picture } from './src/theme/recipes/picture'
import { reason } from './src/theme/recipes/reason'
import { recordNews } from './src/theme/recipes/recordNews'
import { reports } from './src/theme/recipes/reports'
import { searchBox } from './src/theme/recipes/searchBox'
import { shell } from './src/theme/recipes/shell'
import { plot } from './src/theme/recipes/plot'
import { packingList } from './src/theme/recipes/packingList'
import { simpleTable } from './src/theme/recipes/simpleTable'
import { splitter } from './src/theme/recipes/splitter'
import { statechart } from './src/theme/recipes/statechart'
import { tabs } from './src/theme/recipes/tabs'
import { timeline } from './src/theme/recipes/timeline'
import { toasts } from './src/theme/recipes/toasts'
import { toolsBar } from './src/theme/recipes/toolsBar'
import { twoSteps } from './src/theme/recipes/twoSteps'
import { withSmallRuntime } from './src/theme/recipeRuntime'
import { semanticTokens, tokens } from './src/theme/tokens'

export default defineConfig({
  // Every style lives in a recipe of src/theme; searching the components would find nothing more.
  include: ['src/theme/**/*.ts'],
  outdir: 'styled-system',
  outExtension: 'js',
  eject: true,
  presets: ['@pandacss/preset-base'],
  preflight: true,
  globalCss,
  conditions: {
    extend: {
      // The navigation stands at the side, and the inspector's panes beside one another.
      sided: '@media (min-width: 1024px)',
      unsided: '@media (max-width: 1023.98px)',
      wide: '@media (min-width: 768px)',
      narrow: '@media (max-width: 767.98px)',
      sheet: '@media (max-width: 479.98px)',
      // A record's page has two columns.
      besides: '@media (min-width: 1200px)',
      // Rows of a table are cards there.
      cards: '@media (max-width: 639.98px)',
      coarse: '@media (pointer: coarse)',
    },
  },
  theme: {
    tokens,
    semanticTokens,
    keyframes: {
      fadeIn: { from: { opacity: '0' } },
      fadeOut: { to: { opacity: '0' } },
      rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
      sink: { to: { opacity: '0', transform: 'translateY(8px)' } },
      spin: { to: { transform: 'rotate(360deg)' } },
      moreBefore: {
        from: { boxShadow: 'none' },
        to: { boxShadow: '6px 0 6px -4px {colors.edgeShadow}' },
      },
      moreAfter: {
        from: { boxShadow: '-6px 0 6px -4px {colors.edgeShadow}' },
        to: { boxShadow: 'none' },
      },
      pulse: { '50%': { opacity: '0.45' } },
    },
    recipes: {
      address,
      alert,
      badge,
      mailFrame,
      picture,
      button,
      card,
      copyable,
      gridStyle,
      heading,
      reason,
      rowStyle,
      skeleton,
      spinner,
      splitter,
      stackStyle,
      text,
    },
    slotRecipes: {
      auditChanges,
      callBar,
      combobox,
      dashboard,
      dataTable,
      descriptionList,
      dialog,
      field,
      inPlace,
      leaderboard,
      inspector,
      menu,
      notice,
      orderNew,
      page,
      pager,
      recordColumns,
      recordNews,
      reports,
      searchBox,
      shell,
      packingList,
      plot,
      simpleTable,
      statechart,
      tabs,
      timeline,
      toasts,
      toolsBar,
      twoSteps,
    },
  },
  staticCss: { recipes: '*' },
  hooks: {
    'codegen:prepare': withSmallRuntime,
    // Thirty-three variables on every element, for utilities that no recipe here uses; working out styles takes longer by them.
    'preset:resolved': ({ preset, name, utils }) =>
      name === '@pandacss/preset-base' ? utils.omit(preset, ['globalCss']) : undefined,
  },
})
