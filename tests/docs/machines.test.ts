import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { stepsOf } from '../../machines/qa/chart/chart'
import { chartFaults } from '../../machines/qa/chart/chartFaults'
import { layoutChartHere } from '../../machines/qa/chart/chartHere'
import { drawnFrom, marked } from '../../machines/qa/chart/drawnFrom'
import { definitionOf } from '../../machines/qa/chart/definition'
import { machineFiles } from '../../machines/qa/chart/machineFiles'
import { aboutMachine, machinesPage } from '../../machines/qa/chart/machinesPage'
import { mermaidOf } from '../../machines/qa/chart/mermaid'
import { svgOf } from '../../machines/qa/chart/svg'
import { machines } from '../../machines/qa/machines'
import { allNodes, ownTransitions, stepName } from '../../machines/qa/record/steps'
import { sessionMachine } from '../../machines/session/session.machine'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const all = Object.entries<AnyStateMachine>(machines)

/**
 * Drawing takes time, and each picture says what it was drawn from: one machine in eight is drawn again here.
 */
const drawnAgain = all.filter((_, index) => index % 8 === 0)

/** What mermaid's grammar allows in a line, as narrow as what is written here. */
const mermaidLine =
  /^(stateDiagram-v2|state "\w+" as \w+( \{)?|\}|--|\[\*\] --> \w+|\w+ --> (\[\*\]|\w+ : [^:;#"]+)|note right of \w+|end note)$/

test('the list of machines is the folder of machines', () => {
  expect(Object.keys(machines).toSorted()).toEqual([...machineFiles().keys()].toSorted())
})

test('docs/machines.md and its pictures are what npm run machines -- --docs writes', () => {
  const files = machineFiles()
  const documented = all.map(([name, machine]) => {
    const file = files.get(name) ?? ''
    return { name, file, about: aboutMachine({ name, file }, read(file)), machine }
  })
  expect(read('docs/machines.md')).toBe(machinesPage(documented))
  for (const [name, machine] of all) {
    expect(read(`docs/machines/${name}.svg`)).toContain(`data-drawn-from="${drawnFrom(machine)}"`)
  }
  expect(readdirSync(join(root, 'docs/machines')).toSorted()).toEqual(all.map(([name]) => `${name}.svg`).toSorted())
})

test.each(drawnAgain)('%s, drawn again, is the same, with every transition, and can be read', async (name, machine) => {
  const nodes = allNodes(machine.root)
  const steps = nodes.flatMap(ownTransitions).map(stepName)
  const chart = await layoutChartHere(machine)
  expect(marked(svgOf(chart), machine)).toBe(read(`docs/machines/${name}.svg`))
  expect(chart.states.map(({ id }) => id).toSorted()).toEqual(nodes.map(({ id }) => id).toSorted())
  expect([...stepsOf(chart)].toSorted()).toEqual([...new Set(steps)].toSorted())
  expect(chartFaults(chart)).toEqual([])
})

describe.each(all)('%s', (name, machine) => {
  const nodes = allNodes(machine.root)
  const steps = nodes.flatMap(ownTransitions).map(stepName)

  test('its picture shows every state', () => {
    const svg = read(`docs/machines/${name}.svg`)
    for (const { id } of nodes) expect(svg).toContain(`data-state="${id}"`)
  })

  test('its definition makes a machine of the same states and transitions, which can be drawn', async () => {
    const again = createMachine(JSON.parse(definitionOf(machine)))
    expect(allNodes(again.root).map(({ id }) => id)).toEqual(nodes.map(({ id }) => id))
    expect(allNodes(again.root).flatMap(ownTransitions).map(stepName)).toEqual(steps)
    if (drawnAgain.some(([drawn]) => drawn === name)) {
      expect([...stepsOf(await layoutChartHere(again))].toSorted()).toEqual([...new Set(steps)].toSorted())
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
  const definition = JSON.stringify(sessionMachine.config, (_, value: unknown) =>
    typeof value === 'function' ? { type: value.name } : value,
  )
  const chart = await layoutChartHere(createMachine(JSON.parse(definition)))
  const own = await layoutChartHere(sessionMachine)
  expect([...stepsOf(chart)]).toEqual([...stepsOf(own)])
  expect(chart.edges.map(({ label }) => label.lines)).toEqual(own.edges.map(({ label }) => label.lines))
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
