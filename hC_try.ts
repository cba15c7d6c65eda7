import { machines } from './machines/qa/machines.ts'
import { layoutChart, extra } from './machines/qa/chart.ts'
const tries: Record<string, string>[] = [{}, {'elk.layered.considerModelOrder.strategy':'PREFER_EDGES'},{'elk.layered.considerModelOrder.strategy':'PREFER_NODES'},{'elk.layered.thoroughness':'3'},{'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF'},{'elk.layered.cycleBreaking.strategy':'GREEDY'},{'elk.layered.cycleBreaking.strategy':'MODEL_ORDER'},{'elk.layered.layering.strategy':'LONGEST_PATH'},{'elk.layered.layering.strategy':'MIN_WIDTH'},{'elk.layered.mergeHierarchyEdges':'false'}]
for (const t of tries) { for (const k of Object.keys(extra)) delete extra[k]; Object.assign(extra, t)
 for (const m of ['auth','session','offerCreate'] as const) for (const d of ['DOWN','RIGHT']) {
  const s = performance.now()
  try { const c = await layoutChart(machines[m] as never, d); console.log(JSON.stringify(t), m, d, c.width, c.height, Math.round(performance.now()-s)) } catch (e) { console.log(JSON.stringify(t), m, d, 'FAILS', String(e).slice(0,80)) }
 } }
