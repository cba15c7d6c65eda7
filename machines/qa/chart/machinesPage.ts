import type { AnyStateMachine } from 'xstate'
import { allNodes, ownTransitions, stepName } from '../record/steps'

/** A machine as the page about all of them shows it. */
export interface DocumentedMachine {
  name: string
  /** Where it is written, from the root of the repository. */
  file: string
  /** What its source says about it. */
  about: string
  machine: AnyStateMachine
}

/** The comment above a machine, in one line. Throws when there is none. */
export function aboutMachine({ name, file }: Pick<DocumentedMachine, 'name' | 'file'>, source: string): string {
  // A machine of one kind of rows is made by a function; a life is named after its record.
  const [before] = source.split(
    new RegExp(`export const (?:${name}(?:Machine)?|create${name.charAt(0).toUpperCase()}${name.slice(1)}) = `),
  )
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before ?? '')?.[1]
  if (comment === undefined) throw new Error(`${file} says nothing about ${name}Machine`)
  return comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim()
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const stepsOf = (machine: AnyStateMachine) => new Set(allNodes(machine.root).flatMap(ownTransitions).map(stepName))

const section = ({ name, file, about, machine }: DocumentedMachine) => `## ${name}

${about}

${counted(allNodes(machine.root).length, 'state')}, ${counted(stepsOf(machine).size, 'transition')};
[${file}](../${file})

![Statechart of ${name}](machines/${name}.svg)
`

/** The page in docs/ that shows every machine. */
export const machinesPage = (machines: readonly DocumentedMachine[]): string => `# The machines

Every flow of the app is one of these statecharts. \`npm run machines -- --docs\` writes this page from the machines;
\`npm run machines -- --out DIR\` writes each one's definition for Stately Studio, with its diagram as mermaid and SVG.

A rounded box is a state; a box with a double border is a final one, and dashed boxes are regions that are active at the
same time. A dot shows where a state begins. On the way from one state to the next stands what makes it happen, the
condition in brackets, and after a slash what is done: an event in grey, a result in green, a failure in red, a delay
in amber, and in blue what happens at once. A transition that leads nowhere else is a line inside its state.

${machines.map(section).join('\n')}`
