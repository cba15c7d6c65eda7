import { lazyPage } from '../../app/lazyPage'
import type { StatechartProps } from '../../components/chart/Statechart'

/** A statechart is drawn for whoever asks to see it. */
export const LifeChart = lazyPage<StatechartProps>(async () => ({
  default: (await import('../../components/chart/Statechart')).Statechart,
}))
