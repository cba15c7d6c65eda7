import { lazyPart } from '../../app/lazyPage'

/** A statechart is drawn for whoever asks to see it. */
export const LifeChart = lazyPart(async () => (await import('../../components/chart/Statechart')).Statechart)
