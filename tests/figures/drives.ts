import { existsSync } from 'node:fs'
import { readRecording, recordingsIn } from '../replay/files'
import { drive } from '../replay/browser'
import { recordRun } from '../replay/recordedRun'
import { runFolder } from '../replay/runFolder'

// Every recording of the last run of the browser tests, driven through the built app in a browser: how many come to the states that were recorded.

if (!existsSync(runFolder)) recordRun()
const recordings = recordingsIn(runFolder).map((path) => ({ path, recording: readRecording(path) }))
const parted: string[] = []
let all = 0
await drive(recordings, ({ path, lines, isSame, states }) => {
  const said = isSame ? [] : lines
  process.stderr.write(`${[`${isSame ? 'same' : 'other'}  ${path}`, ...said].join('\n')}\n`)
  all += states
  if (!isSame) parted.push([path, ...lines].join('\n'))
})
for (const text of parted.toSorted()) process.stdout.write(`${text}\n`)
process.stdout.write(
  `${recordings.length - parted.length} of ${recordings.length} recordings come to the same states (${all}) in the browser\n`,
)
