import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { type Box, type Chart, stepsOf } from '../../machines/qa/chart/chart'
import { layoutChartHere } from '../../machines/qa/chart/chartHere'
import { definitionOf } from '../../machines/qa/chart/definition'
import { machineFiles } from '../../machines/qa/chart/machineFiles'
import { aboutMachine, machinesPage } from '../../machines/qa/chart/machinesPage'
import { mermaidOf } from '../../machines/qa/chart/mermaid'
import { svgOf } from '../../machines/qa/chart/svg'
import { machines } from '../../machines/qa/machines'
import { allNodes, ownTransitions, stepName } from '../../machines/qa/record/steps'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const all = Object.entries<AnyStateMachine>(machines)
const charts = new Map<string, Chart>()
const chartOf = (name: string): Chart => {
  const chart = charts.get(name)
  if (chart === undefined) throw new Error(`No chart of ${name}`)
  return chart
}

/** Drawing takes time: one machine in eight is drawn from its definition, too. */
const isDrawnAgain = (name: string) => Object.keys(machines).indexOf(name) % 8 === 0

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const holds = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** What mermaid's grammar allows in a line, as narrow as what is written here. */
const mermaidLine =
  /^(stateDiagram-v2|state "\w+" as \w+( \{)?|\}|--|\[\*\] --> \w+|\w+ --> (\[\*\]|\w+ : [^:;#"]+)|note right of \w+|end note)$/

beforeAll(async () => {
  for (const [name, machine] of all) charts.set(name, await layoutChartHere(machine))
})

test('the list of machines is the folder of machines', () => {
  expect(Object.keys(machines).toSorted()).toEqual([...machineFiles().keys()].toSorted())
})

test('docs/machines.md and its pictures are what npm run machines -- --docs writes', () => {
  const files = machineFiles()
  const documented = all.map(([name]) => {
    const file = files.get(name) ?? ''
    return { name, file, about: aboutMachine({ name, file }, read(file)), chart: chartOf(name) }
  })
  expect(read('docs/machines.md')).toBe(machinesPage(documented))
  for (const [name] of all) expect(read(`docs/machines/${name}.svg`)).toBe(svgOf(chartOf(name)))
  expect(readdirSync(join(root, 'docs/machines')).toSorted()).toEqual(all.map(([name]) => `${name}.svg`).toSorted())
})

describe.each(all)('%s', (name, machine) => {
  const nodes = allNodes(machine.root)
  const steps = nodes.flatMap(ownTransitions).map(stepName)

  test('its chart shows every state and every transition', () => {
    const chart = chartOf(name)
    expect(chart.states.map(({ id }) => id).toSorted()).toEqual(nodes.map(({ id }) => id).toSorted())
    expect([...stepsOf(chart)].toSorted()).toEqual([...new Set(steps)].toSorted())
    const svg = svgOf(chart)
    for (const { id, label } of chart.states) {
      expect(svg).toContain(`data-state="${id}"`)
      expect(svg).toContain(`>${label}</text>`)
    }
  })

  test('no label lies over another, over a state or outside the picture', () => {
    const { states, edges, width, height } = chartOf(name)
    const labels = edges.map(({ label }) => label)
    for (const [index, label] of labels.entries()) {
      expect(labels.slice(index + 1).filter((other) => overlap(label, other))).toEqual([])
      expect(states.filter((state) => overlap(label, state) && !holds(state, label))).toEqual([])
      const around = states.filter((state) => holds(state, label))
      expect(around.filter(({ kind }) => kind !== 'compound' && kind !== 'parallel')).toEqual([])
      expect(holds({ x: 0, y: 0, width, height }, label)).toBe(true)
    }
  })

  test('no line passes through the label of another, or through a state that holds nothing', () => {
    const { states, edges } = chartOf(name)
    const solid = states.filter(({ kind }) => kind !== 'compound' && kind !== 'parallel')
    for (const edge of edges) {
      const others = edges.filter((other) => other !== edge).map(({ label }) => label)
      for (const [index, end] of edge.points.slice(1).entries()) {
        const start = edge.points[index] ?? end
        // A line may touch a border, where it ends.
        const line = {
          x: Math.min(start.x, end.x) + 1,
          y: Math.min(start.y, end.y) + 1,
          width: Math.abs(start.x - end.x) - 2,
          height: Math.abs(start.y - end.y) - 2,
        }
        const thin = { ...line, width: Math.max(line.width, 0.1), height: Math.max(line.height, 0.1) }
        expect([...others, ...solid].filter((box) => overlap(thin, box))).toEqual([])
      }
    }
  })

  test('no state lies over one that is not around it', () => {
    const { states } = chartOf(name)
    for (const one of states) {
      const others = states.filter(
        ({ id }) => id !== one.id && overlap(one, states.find((two) => two.id === id) ?? one),
      )
      expect(others.filter(({ id }) => !id.startsWith(`${one.id}.`) && !one.id.startsWith(`${id}.`))).toEqual([])
    }
  })

  test('its definition makes a machine of the same states and transitions, which can be drawn', async () => {
    const again = createMachine(JSON.parse(definitionOf(machine)))
    expect(allNodes(again.root).map(({ id }) => id)).toEqual(nodes.map(({ id }) => id))
    expect(allNodes(again.root).flatMap(ownTransitions).map(stepName)).toEqual(steps)
    if (isDrawnAgain(name)) {
      expect([...stepsOf(await layoutChartHere(again))].toSorted()).toEqual([...stepsOf(chartOf(name))].toSorted())
    }
  })

  test('its mermaid keeps to the grammar and names every state', () => {
    const lines = mermaidOf(machine).trimEnd().split('\n')
    let note = false
    let depth = 0
    for (const line of lines.map((text) => text.trim())) {
      if (line === 'end note') note = false
      if (!note) expect(line).toMatch(mermaidLine)
      if (line.startsWith('note right')) note = true
      if (line.endsWith('{')) depth += 1
      if (line === '}') depth -= 1
    }
    expect(depth).toBe(0)
    for (const { key } of nodes) expect(lines.some((line) => line.includes(`state "${key}" as`))).toBe(true)
  })
})

test('a machine as the inspector gets it, with its functions as objects, is drawn as well', async () => {
  const definition = JSON.stringify(machines['session']?.config, (_, value: unknown) =>
    typeof value === 'function' ? { type: value.name } : value,
  )
  const chart = await layoutChartHere(createMachine(JSON.parse(definition)))
  expect([...stepsOf(chart)]).toEqual([...stepsOf(chartOf('session'))])
  expect(chart.edges.map(({ label }) => label.lines)).toEqual(chartOf('session').edges.map(({ label }) => label.lines))
})

test('texts of a machine cannot break out of its picture', async () => {
  const evil = createMachine({
    id: '"><script>alert(1)</script>',
    initial: 'a',
    states: { a: { on: { '<img onerror=x>&': { actions: '</svg><script>' } } } },
  })
  const svg = svgOf(await layoutChartHere(evil))
  expect(svg).not.toMatch(/<script|<img/)
  expect(svg).toContain('&lt;script&gt;')
})

describe('npm run machines', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'machines/qa/chart/exportMachines.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    })

  test('writes three files for each machine, and prints which', () => {
    const folder = mkdtempSync(join(tmpdir(), 'machines-'))
    const { status, stdout } = run('--out', folder, 'offerEdit', 'recordDelete')
    expect(status).toBe(0)
    const expected = ['offerEdit', 'recordDelete'].flatMap((name) => [`${name}.json`, `${name}.mmd`, `${name}.svg`])
    expect(readdirSync(folder).toSorted()).toEqual(expected.toSorted())
    expect(stdout.trimEnd().split('\n')).toHaveLength(expected.length)
  })

  test('explains itself', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--out DIR') })
  })

  test.each([
    [[]],
    [['--nonsense']],
    [['--out']],
    [['--out', '/proc/none/here']],
    [['--out', 'package.json']],
    [['--out', tmpdir(), 'nobody']],
  ])('refuses %j in one line, with exit code 2', (args) => {
    const { status, stderr } = run(...args)
    expect(status).toBe(2)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
